import { focusNextItem } from '#client/lib/browser/focus-next-item.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from './toast.ts'

type Options = {
  remove: () => Promise<unknown>
  restore: () => Promise<unknown>
  /** Text of the toast with the undo button. */
  deleted: string
  /** Another action of that toast. */
  more?: { label: string; onChoose: () => void }
  /** Text of the toast after the undo. */
  restored?: string
  /** Returns true when it handles an error of `remove`. Otherwise a toast shows it. */
  onRefused?: (error: unknown) => boolean
}

/** Deletes an item of a list, moves the focus to the next one and shows a toast that undoes the deletion. */
export async function deleteWithUndo({
  remove,
  restore,
  deleted,
  more,
  restored,
  onRefused,
}: Options): Promise<void> {
  const handleUndo = async () => {
    try {
      await restore()
      if (restored) showToast(restored, 'success')
    } catch (error) {
      showToast(errorText(error), 'error')
    }
  }
  try {
    const focus = focusNextItem()
    await remove()
    showToast(deleted, 'info', {
      label: 'Desfazer',
      onChoose: () => void handleUndo(),
      ...(more && { more }),
      ...focus,
    })
  } catch (error) {
    if (!onRefused?.(error)) showToast(errorText(error), 'error')
  }
}
