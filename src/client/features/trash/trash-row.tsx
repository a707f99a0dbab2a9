import { Button } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { KIND_ICONS } from '#client/entities/business/asset-kinds.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { TrashItem } from '#shared/contract/trash.ts'
import { deleteForGood, restoreItem } from './trash.api.ts'
import classes from './trash.module.css'
import { deletedText, LOSSES, leftText } from './trash-texts.ts'

/** The row after this one, or before it, or the page: they take the focus of a row that leaves. */
const neighbourOf = (row: HTMLElement | null | undefined) => {
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  return () =>
    (next?.isConnected ? next.querySelector('button') : document.getElementById('conteudo'))?.focus()
}

export function TrashRow({ item }: { item: TrashItem }) {
  const client = useQueryClient()
  const router = useRouter()
  const id = useId()
  const [isRestoring, setRestoring] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { kind, name } = item
  const Icon = kind === 'chat' ? IconMessageCircle : KIND_ICONS[kind]
  const moveFocus = () => neighbourOf(document.getElementById(id)?.closest('li'))
  const handleRestore = async () => {
    setRestoring(true)
    const focus = moveFocus()
    try {
      const href = await restoreItem(client, item)
      showToast(`“${name}” está de volta.`, 'success', {
        label: 'Abrir',
        onChoose: () => router.history.push(href),
      })
      focus()
    } catch (error) {
      showToast(errorText(error), 'error')
      setRestoring(false)
    }
  }
  const handleDelete = async () => {
    const focus = moveFocus()
    await deleteForGood(client, item)
    // After the sheet has closed.
    setTimeout(focus)
  }
  return (
    <li className={classes.row}>
      <Icon size={24} stroke={1.75} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <p id={id} className={classes.name}>
          {name}
        </p>
        <p className={`${text.small} ${classes.facts}`}>
          <time dateTime={item.deletedAt}>{deletedText(item)}</time>
          <span>{leftText(item)}</span>
        </p>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="sm"
          aria-describedby={id}
          loading={isRestoring}
          onClick={() => void handleRestore()}
        >
          Restaurar
        </Button>
        <Button
          variant="subtle"
          size="sm"
          className={classes.danger}
          aria-describedby={id}
          onClick={() => setAsking(true)}
        >
          Excluir de vez
        </Button>
      </div>
      {isAsking && (
        <ConfirmSheet
          title={`Excluir “${name}” de vez?`}
          confirmLabel="Excluir de vez"
          onConfirm={handleDelete}
          onClose={() => setAsking(false)}
        >
          <p>
            {LOSSES[kind]} <strong>Não dá para desfazer.</strong>
          </p>
        </ConfirmSheet>
      )}
    </li>
  )
}
