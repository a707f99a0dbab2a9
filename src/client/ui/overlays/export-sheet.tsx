import { Loader } from '@mantine/core'
import { IconFileText, IconFileTypeDocx, IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { saveFile } from '#client/lib/browser/save-file.ts'
import type { NamedFile } from '#client/lib/http/fetch-file.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import type { ExportFormat } from '#shared/contract/exports.ts'
import { Sheet } from './sheet.tsx'
import classes from './sheet-form.module.css'

const FORMATS: { format: ExportFormat; name: string; purpose: string; Icon: typeof IconFileText }[] = [
  { format: 'docx', name: 'Word', purpose: 'Para editar no Word ou no Google Docs', Icon: IconFileTypeDocx },
  { format: 'pdf', name: 'PDF', purpose: 'Para enviar ou imprimir', Icon: IconFileTypePdf },
  { format: 'md', name: 'Markdown', purpose: 'Para Notion, Obsidian e outros', Icon: IconFileText },
]

type Props = {
  title: string
  /** What goes into the file. */
  lead: string
  fetchAs: (format: ExportFormat) => Promise<NamedFile>
  onClose: () => void
}

/** Brings a text as a file of some format, and says so when it does not come. */
export function ExportSheet({ title, lead, fetchAs, onClose }: Props) {
  const [running, setRunning] = useState<ExportFormat | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const handleChoose = async (format: ExportFormat) => {
    if (running) return
    setRunning(format)
    setProblem(null)
    try {
      const { name, file } = await fetchAs(format)
      saveFile(name, file)
      onClose()
    } catch (error) {
      setProblem(`O arquivo não ficou pronto. ${errorText(error)}`)
      setRunning(null)
    }
  }
  return (
    <Sheet title={title} onDismiss={onClose}>
      <p>{lead}</p>
      <FormAlert>{problem ?? undefined}</FormAlert>
      <ul className={classes.formats}>
        {FORMATS.map(({ format, name, purpose, Icon }) => (
          <li key={format}>
            <button
              type="button"
              className={classes.format}
              aria-disabled={running !== null}
              onClick={() => void handleChoose(format)}
            >
              <Icon size={28} stroke={1.5} aria-hidden />
              <span>
                <strong>{name}</strong>
                <span className={classes.purpose}>{purpose}</span>
              </span>
              {running === format && <Loader size={20} aria-label="Preparando o arquivo" />}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
