import card from '#client/entities/notices/notice-card.module.css'
import { NoticeCard } from '#client/entities/notices/notice-card.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { NoticeForm } from '#shared/contract/notices.ts'
import classes from './notice-form.module.css'

const nothing = () => undefined

/** How people will see it, at the width of a phone. It can only be looked at. */
export function NoticePreview({ values }: { values: NoticeForm }) {
  const content = values.content.trim() || 'O texto do aviso aparece aqui enquanto você escreve.'
  const label = values.linkLabel.trim()
  return (
    <Stack as="aside" gap={12} aria-label="Prévia" className={classes.preview}>
      <p className={classes.previewTitle} aria-hidden>
        Como aparece
      </p>
      <Stack gap={20} className={classes.stage} inert>
        <NoticeCard
          notice={{ content, tone: values.tone }}
          link={label && <span className={card.link}>{label}</span>}
          onDismiss={nothing}
        />
        <Stack gap={12} className={classes.page} aria-hidden>
          <span />
          <span />
          <span />
        </Stack>
      </Stack>
    </Stack>
  )
}
