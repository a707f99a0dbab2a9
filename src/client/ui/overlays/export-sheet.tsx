import { Loader } from '@mantine/core'
import { IconFileText, IconFileTypeDocx, IconFileTypePdf } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '#client/lib/browser/save-file.ts'
import type { NamedFile } from '#client/lib/http/fetch-file.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
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
  lead: string
  fetchAs: (format: ExportFormat) => Promise<NamedFile>
  onClose: () => void
}

/** Downloads a text in a chosen format. */
export function ExportSheet({ title, lead, fetchAs, onClose }: Props) {
  const download = useMutation({
    mutationFn: (format: ExportFormat) => fetchAs(format),
    onSuccess: ({ name, file }) => {
      saveFile(name, file)
      onClose()
    },
  })
  return (
    <Sheet title={title} onDismiss={onClose}>
      <p>{lead}</p>
      <FormAlert>
        {download.error ? `O arquivo não ficou pronto. ${errorText(download.error)}` : undefined}
      </FormAlert>
      <Stack as="ul">
        {FORMATS.map(({ format, name, purpose, Icon }) => (
          <li key={format}>
            <button
              type="button"
              className={classes.format}
              aria-disabled={download.isPending}
              onClick={() => download.isPending || download.mutate(format)}
            >
              <Icon size={28} stroke={1.5} aria-hidden />
              <span>
                <strong>{name}</strong>
                <span className={`${text.hint} ${classes.purpose}`}>{purpose}</span>
              </span>
              {download.isPending && download.variables === format && (
                <Loader size={20} aria-label="Preparando o arquivo" />
              )}
            </button>
          </li>
        ))}
      </Stack>
    </Sheet>
  )
}
