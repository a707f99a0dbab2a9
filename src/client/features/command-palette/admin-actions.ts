import { IconBuilding } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { ADMIN_GROUPS } from '#client/entities/admin/admin-sections.ts'
import type { PaletteAction } from './palette-actions.ts'

/** The administrators' rooms: one line for the house, and one for each room once something is looked for. */
export function useRooms(text: string, isAdmin: boolean): PaletteAction[] {
  const navigate = useNavigate()
  if (!isAdmin) return []
  if (text === '') {
    const run = () => void navigate({ to: '/app/admin' })
    return [{ label: 'Administração', words: '', Icon: IconBuilding, run }]
  }
  return ADMIN_GROUPS.flatMap(({ sections }) =>
    sections.map(({ to, label, words, Icon }) => ({
      label: `Administração: ${label.toLowerCase()}`,
      words,
      Icon,
      run: () => void navigate({ to }),
    })),
  )
}
