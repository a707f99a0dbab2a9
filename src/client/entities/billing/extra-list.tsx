import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { MonthlyUsage } from '#shared/contract/quota.ts'
import { extraText } from './usage-text.ts'

/** The extra messages that are left, in the order in which they are spent. */
export function ExtraList({ usage: { extra } }: { usage: Pick<MonthlyUsage, 'extra'> }) {
  if (extra.length === 0) return null
  return (
    <Stack gap={4}>
      <Stack as="ul" gap={4} aria-label="Mensagens extras">
        {extra.map((it) => (
          <li key={it.id}>{extraText(it)}</li>
        ))}
      </Stack>
      <p className={text.hint}>As extras entram quando as do plano acabam.</p>
    </Stack>
  )
}
