import { IconArrowUpRight } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import classes from '#client/entities/notices/notice-card.module.css'
import type { Notice } from '#shared/contract/notices.ts'

/** A notice's link: in the app, or to another site in a new tab. */
export function NoticeLink({ notice }: { notice: Pick<Notice, 'linkLabel' | 'linkUrl'> }) {
  const router = useRouter()
  const { linkLabel, linkUrl } = notice
  if (!linkLabel || !linkUrl) return null
  if (!linkUrl.startsWith('/')) {
    return (
      <a href={linkUrl} target="_blank" rel="noopener noreferrer" className={classes.link}>
        {linkLabel}
        <IconArrowUpRight size={18} stroke={1.75} aria-hidden />
        <span className="visually-hidden"> (abre em outra aba)</span>
      </a>
    )
  }
  const handleClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.history.push(linkUrl)
  }
  return (
    <a href={linkUrl} className={classes.link} onClick={handleClick}>
      {linkLabel}
    </a>
  )
}
