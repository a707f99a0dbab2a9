import { type ReactNode, useId } from 'react'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import columns from './form-columns.module.css'

/** A titled group of fields in a form with a preview beside it. */
export function FormGroup({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={columns.group}>
      <Stack>
        <h2 id={id}>{title}</h2>
        {lead && <p className={text.lead}>{lead}</p>}
      </Stack>
      {children}
    </section>
  )
}
