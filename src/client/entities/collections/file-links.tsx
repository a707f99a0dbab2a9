import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '#client/lib/browser/save-file.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { sourceCalls } from './collections.api.ts'

/** Opens a PDF of the Acervo in the browser's viewer, at a page if it is known. */
export function OpenPdf({ sourceId, page }: { sourceId: string; page: number | null }) {
  const file = `/api/v1/sources/${encodeURIComponent(sourceId)}/file?view=true`
  return (
    <Button
      component="a"
      href={page === null ? file : `${file}#page=${page}`}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
    >
      {page === null ? 'Abrir o arquivo' : `Abrir o arquivo na página ${page}`}
    </Button>
  )
}

/** Downloads the file of a source that its reader may fetch. */
export function DownloadFile({ source }: { source: { id: string; name: string } }) {
  const downloading = useMutation({
    mutationFn: () => sourceCalls.fetchFile('person', source),
    onSuccess: ({ name, file }) => saveFile(name, file),
    onError: (error) => showToast(errorText(error), 'error'),
  })
  return (
    <Button variant="default" loading={downloading.isPending} onClick={() => downloading.mutate()}>
      Baixar o arquivo
    </Button>
  )
}
