import { Button } from '@mantine/core'
import {
  IconDownload,
  IconFileText,
  IconFileTypePdf,
  IconMovie,
  IconMusic,
  IconPencil,
  IconRefresh,
  IconTrash,
  IconUpload,
  IconWorld,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Ref, useRef, useState } from 'react'
import { saveFile } from '#client/lib/browser/save-file.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatBytes } from '#client/lib/text/format.ts'
import { ProgressBar } from '#client/ui/feedback/progress-bar.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { type Action, ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import { ConfirmSheet } from '#client/ui/overlays/confirm-sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { Source, SourceKind } from '#shared/contract/sources.ts'
import { useCollectionOwner } from './collection-owner.ts'
import { collectionsChanged, sourceCalls } from './collections.api.ts'
import classes from './collections.module.css'
import { SourceSheet } from './name-sheets.tsx'
import { acceptOf, hasMinutes, KIND_NAMES, passagesText, stateText } from './source-words.ts'
import { TutorialLine, TutorialSheet } from './tutorial-link.tsx'
import { addUploads, hasAudio } from './uploads.ts'

const ICONS: Partial<Record<SourceKind, typeof IconFileText>> = {
  pdf: IconFileTypePdf,
  page: IconWorld,
  audio: IconMusic,
}
const iconOf = (kind: SourceKind) => ICONS[kind] ?? IconFileText

/** A source with its state; a failed one says why, and is read again on demand. */
export function SourceRow({ source }: { source: Source }) {
  const client = useQueryClient()
  const owner = useCollectionOwner()
  const reading = useMutation({
    mutationFn: () => sourceCalls.readAgain(owner, source.id),
    onError: (error) => showToast(errorText(error), 'error'),
    onSettled: () => collectionsChanged(client),
  })
  const { state, kind, bytes, progress, passages } = source
  const isFailed = state === 'failed'
  const Icon = iconOf(kind)
  return (
    <li className={classes.source}>
      <Icon size={24} stroke={1.5} aria-hidden className={classes.icon} />
      <div className={classes.sourceWords}>
        <p className={classes.name}>
          {owner === 'person' && passages > 0 ? (
            <Link to="/app/personalizacao/acervo/fonte/$sourceId" params={{ sourceId: source.id }}>
              {source.name}
            </Link>
          ) : (
            source.name
          )}
        </p>
        <p className={text.hint}>
          {KIND_NAMES[kind]}
          {bytes > 0 && ` · ${formatBytes(bytes)}`}
        </p>
        <TutorialLine tutorialId={source.tutorialId} />
        <p className={isFailed ? classes.failure : classes.state}>{stateText(source)}</p>
        {state === 'indexing' && (
          <ProgressBar label={`Andamento de ${source.name}`} done={progress.done} all={progress.total} />
        )}
        {isFailed && (source.canRetry || passages > 0) && (
          <div className={classes.retry}>
            {source.canRetry && (
              <Button
                variant="default"
                size="sm"
                loading={reading.isPending}
                onClick={() => reading.mutate()}
              >
                Tentar de novo
              </Button>
            )}
            {passages > 0 && (
              <span className={text.hint}>Da leitura anterior: {passagesText(passages)}.</span>
            )}
          </div>
        )}
      </div>
      <SourceMenu source={source} onReadAgain={() => reading.mutate()} />
    </li>
  )
}

type MenuProps = { source: Source; onReadAgain: () => void }

/** All that can be done with a source. */
function SourceMenu({ source, onReadAgain }: MenuProps) {
  const client = useQueryClient()
  const owner = useCollectionOwner()
  const version = useRef<HTMLInputElement>(null)
  const [sheet, setSheet] = useState<'rename' | 'link' | 'delete' | null>(null)
  const close = () => setSheet(null)
  const downloading = useMutation({
    mutationFn: () => sourceCalls.fetchFile(owner, source),
    onSuccess: ({ name, file }) => saveFile(name, file),
    onError: (error) => showToast(errorText(error), 'error'),
  })
  const { state, kind } = source
  const hasFile = kind !== 'page' && kind !== 'document'
  const canReplace = hasFile && (state === 'ready' || state === 'failed')
  const offered = (isOffered: boolean, action: Action) => (isOffered ? [action] : [])
  const actions = (): (Action | 'gap')[] => [
    ...offered(hasFile, { label: 'Baixar', Icon: IconDownload, onChoose: () => downloading.mutate() }),
    { label: 'Renomear', Icon: IconPencil, onChoose: () => setSheet('rename') },
    ...offered(owner === 'house' && hasMinutes(kind), {
      label: 'Ligar a um tutorial',
      Icon: IconMovie,
      onChoose: () => setSheet('link'),
    }),
    ...offered(state === 'ready' && !hasFile, {
      label: 'Ler de novo',
      Icon: IconRefresh,
      onChoose: onReadAgain,
    }),
    ...offered(canReplace, {
      label: 'Enviar nova versão',
      Icon: IconUpload,
      onChoose: () => version.current?.click(),
    }),
    'gap',
    { label: 'Excluir', Icon: IconTrash, isDanger: true, onChoose: () => setSheet('delete') },
  ]
  return (
    <>
      <ActionMenu label={`Opções de ${source.name}`} actions={actions} />
      {canReplace && <VersionInput ref={version} source={source} />}
      {sheet === 'rename' && <SourceSheet source={source} onClose={close} />}
      {sheet === 'link' && <TutorialSheet source={source} onClose={close} />}
      {sheet === 'delete' && (
        <ConfirmSheet
          title="Excluir a fonte?"
          confirmLabel="Excluir de vez"
          onClose={close}
          onConfirm={async () => {
            await sourceCalls.remove(owner, source.id)
            await collectionsChanged(client)
          }}
        >
          <p>
            “{source.name}” é apagada com os seus trechos: a busca não a acha mais, e nada a traz de volta.
          </p>
        </ConfirmSheet>
      )}
    </>
  )
}

/** Chooses the file of a new version; its passages are found once it is read. */
function VersionInput({ source, ref }: { source: Source; ref: Ref<HTMLInputElement> }) {
  const client = useQueryClient()
  const owner = useCollectionOwner()
  const { id, name, collectionId } = source
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={acceptOf(hasAudio(client, owner))}
      aria-label={`Nova versão de ${name}`}
      onChange={({ currentTarget }) => {
        addUploads(client, { owner, collectionId, replaces: { id, name } }, [...(currentTarget.files ?? [])])
        // The same file may be chosen again.
        currentTarget.value = ''
      }}
    />
  )
}
