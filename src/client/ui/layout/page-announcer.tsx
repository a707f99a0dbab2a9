import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Titles of pages that load arrive with their data; said too early, it would be the name of the page before. */
const SETTLE_MS = 400

const titleOnScreen = () => document.title.replace(/ · Elenco$/, '')

/** A field that took the focus has been told already, with the page that it belongs to. */
const isInField = () => document.activeElement?.matches('input, textarea') ?? false

/** Tells whoever does not see it which page is there now, and takes them there: for its own loads the browser does both. */
export function PageAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      // The first page is the browser's own load.
      if (!fromLocation || !pathChanged) return
      clearTimeout(timer)
      setTitle('')
      // What had the focus left with its page.
      if (document.activeElement === document.body) {
        document.getElementById('conteudo')?.focus({ preventScroll: true })
      }
      timer = setTimeout(() => isInField() || setTitle(titleOnScreen()), SETTLE_MS)
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
