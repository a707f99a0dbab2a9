import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { showToast } from '#client/ui/feedback/toast.ts'
import classes from './copy-button.module.css'

export const COPY_REFUSED_TEXT = 'O navegador não deixou copiar. Selecione o texto e copie.'

const CONFIRMED_MS = 2_000

type Props = {
  text: string
  label: string
  /** Writes the text to the clipboard; by default as plain text. */
  copy?: (text: string) => Promise<void>
  /** The label is visible beside the icon. */
  isLabelled?: boolean
}

const copyAsIs = (text: string) => navigator.clipboard.writeText(text)

/** Copies `text`, and confirms it or reports the browser's refusal. */
export function CopyButton({ text, label, copy = copyAsIs, isLabelled = false }: Props) {
  const [copies, setCopies] = useState(0)
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopies(0), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [copies])
  const handleClick = async () => {
    try {
      await copy(text)
      setCopies((count) => count + 1)
    } catch {
      showToast(COPY_REFUSED_TEXT, 'error')
    }
  }
  const isCopied = copies > 0
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <button
      type="button"
      className={classes.copy}
      // Voice control needs the visible text in the name.
      aria-label={isCopied ? `Copiado. ${label}` : label}
      title={label}
      data-copied={isCopied || undefined}
      onClick={handleClick}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
      {isLabelled && !isCopied && <span>{label}</span>}
      <span role="status" className={classes.said}>
        {isCopied ? 'Copiado' : ''}
      </span>
    </button>
  )
}
