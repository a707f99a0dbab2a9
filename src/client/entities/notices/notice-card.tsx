import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconConfetti, IconSpeakerphone, IconX } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Notice, NoticeTone } from '#shared/contract/notices.ts'
import classes from './notice-card.module.css'

type Props = {
  notice: Pick<Notice, 'content' | 'tone'>
  link?: ReactNode
  /** Position among the waiting notices. */
  place?: { at: number; of: number } | undefined
  onDismiss: () => void
}

const TONES: Record<NoticeTone, { Icon: typeof IconX; word: string }> = {
  info: { Icon: IconSpeakerphone, word: 'Aviso' },
  success: { Icon: IconConfetti, word: 'Boa notícia' },
  warning: { Icon: IconAlertTriangle, word: 'Atenção' },
}

/** A notice, cut to two or three lines until it is opened. */
export function NoticeCard({ notice, link, place, onDismiss }: Props) {
  const { Icon, word } = TONES[notice.tone]
  const { text, isCut, isOpen, toggle } = useCut(notice.content)
  return (
    <div className={classes.card} data-tone={notice.tone}>
      <span className={classes.stub}>
        <Icon size={22} stroke={1.75} aria-hidden />
        <span className="visually-hidden">{word}: </span>
      </span>
      <div className={classes.body}>
        {/* Focusable while open: it may scroll. */}
        <p
          ref={text}
          className={classes.text}
          data-open={isOpen || undefined}
          tabIndex={isOpen ? 0 : undefined}
        >
          {notice.content}
        </p>
        {(isCut || link || place) && (
          <div className={classes.foot}>
            {link}
            {isCut && (
              <UnstyledButton className={classes.more} aria-expanded={isOpen} onClick={toggle}>
                {isOpen ? 'Mostrar menos' : 'Ler tudo'}
              </UnstyledButton>
            )}
            {place && (
              <span className={classes.place}>
                {place.at} de {place.of}
              </span>
            )}
          </div>
        )}
      </div>
      <UnstyledButton className={classes.close} aria-label="Dispensar aviso" onClick={onDismiss}>
        <IconX size={20} stroke={1.75} aria-hidden />
      </UnstyledButton>
    </div>
  )
}

/** Whether the text is cut; a new text starts closed. */
function useCut(content: string) {
  const text = useRef<HTMLParagraphElement>(null)
  const [isCut, setCut] = useState(false)
  const [opened, setOpened] = useState<string>()
  const isOpen = opened === content
  useLayoutEffect(() => {
    const element = text.current
    if (!element || isOpen) return
    const measure = () => setCut(element.scrollHeight > element.clientHeight + 1)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [isOpen])
  return { text, isCut, isOpen, toggle: () => setOpened(isOpen ? undefined : content) }
}
