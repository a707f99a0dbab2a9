import { memo } from 'react'
import { CopyButton } from '#client/components/copy-button.tsx'
import classes from './message.module.css'

/** What the creator wrote, exactly as written. */
export const HumanMessage = memo(function HumanMessage({ content }: { content: string }) {
  return (
    <article className={classes.human} aria-label="Sua mensagem">
      <p className={classes.bubble}>{content}</p>
      <div className={classes.humanActions}>
        <CopyButton text={content} label="Copiar mensagem" />
      </div>
    </article>
  )
})
