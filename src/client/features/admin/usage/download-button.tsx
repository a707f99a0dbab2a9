import { useMutation } from '@tanstack/react-query'
import { saveFile } from '#client/lib/browser/save-file.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import text from '#client/ui/buttons/text-button.module.css'
import { showToast } from '#client/ui/feedback/toast.ts'
import { fetchUsageFile, type TableOfDays } from './usage.api.ts'

/** `title` names the table. */
export function DownloadButton({ title, of }: { title: string; of: TableOfDays }) {
  const download = useMutation({
    mutationFn: () => fetchUsageFile(of),
    onSuccess: ({ name, file }) => saveFile(name, file),
    onError: (error) => showToast(errorText(error), 'error'),
  })
  return (
    <button
      type="button"
      className={text.root}
      aria-label={`Baixar CSV: ${title}`}
      disabled={download.isPending}
      onClick={() => download.mutate()}
    >
      Baixar CSV
    </button>
  )
}
