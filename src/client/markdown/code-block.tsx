import { type ReactNode, useEffect, useState } from 'react'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import classes from './code-block.module.css'

type CodeBlockProps = { code: string; language: string | undefined; isLive: boolean }

/** A code block with its language and a copy button; highlighted once complete, without a layout shift. */
export function CodeBlock({ code, language, isLive }: CodeBlockProps) {
  const name = language?.trim().split(/\s/)[0]?.toLowerCase() ?? ''
  const coloured = useColoured(code, name, isLive)
  return (
    <div className={classes.code}>
      <div className={classes.codeHead}>
        <span>{name || 'texto'}</span>
        <CopyButton text={code} label="Copiar código" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be scrollable by keyboard. */}
      <pre tabIndex={0}>
        <code>{coloured ?? code}</code>
      </pre>
    </div>
  )
}

/** Highlighted code; null while the highlighter loads, for unknown languages and live code. */
function useColoured(code: string, language: string, isLive: boolean): ReactNode {
  const [coloured, setColoured] = useState<{ code: string; nodes: ReactNode } | null>(null)
  useEffect(() => {
    if (isLive || language === '') return
    let isCurrent = true
    // On failure the code stays plain.
    import('./highlight-code.tsx')
      .then(({ highlight }) => highlight(code, language))
      .then((nodes) => isCurrent && setColoured({ code, nodes }))
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [code, language, isLive])
  return coloured?.code === code ? coloured.nodes : null
}
