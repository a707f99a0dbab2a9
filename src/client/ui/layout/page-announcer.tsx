import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { pageTitle } from '#client/lib/browser/use-page-title.ts'

/** Titles arrive with a page's data; too early, the previous title would be announced. */
const SETTLE_MS = 400

/** Screen readers have announced a focused field, and its page. */
const isInField = () => document.activeElement?.matches('input, textarea') ?? false

/** Announces a new page to screen readers and moves the focus to it, as browsers do for page loads. */
export function PageAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      // The first page is a browser load.
      if (!fromLocation || !pathChanged) return
      clearTimeout(timer)
      setTitle('')
      // The focused element was unmounted.
      if (document.activeElement === document.body) {
        document.getElementById('conteudo')?.focus({ preventScroll: true })
      }
      timer = setTimeout(() => isInField() || setTitle(pageTitle()), SETTLE_MS)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [router])
  return (
    <div aria-live="polite" className="visually-hidden">
      {title}
    </div>
  )
}
