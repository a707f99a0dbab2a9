import { Spotlight } from '@mantine/spotlight'
import type { ReactNode } from 'react'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import classes from './command-palette.module.css'

export const Face = ({ agent }: { agent: { name: string; photoUrl: string | null } }) => (
  <Portrait photoUrl={agent.photoUrl} name={agent.name} size={28} className={classes.face} />
)

export function PaletteRow({
  id,
  onClick,
  children,
}: {
  id: string
  onClick: () => void
  children: ReactNode
}) {
  return (
    <Spotlight.Action
      id={domId(id)}
      role="option"
      className={classes.row ?? ''}
      closeSpotlightOnTrigger={false}
      onClick={onClick}
    >
      {children}
    </Spotlight.Action>
  )
}

const domId = (id: string) => `palette-${id.replaceAll(/[^\w-]/g, '-')}`
