import { useEffect, useRef } from 'react'
import { AttachmentChip, attachmentAddress } from '#client/features/chats/attachments/attachment-chip.tsx'
import { removeFile, retryUpload } from '#client/features/chats/attachments/attachment-uploads.ts'
import { draftAttachments } from '#client/features/chats/attachments/draft-attachments.ts'
import type { DraftFile } from '#client/features/chats/attachments/draft-files.ts'
import { formatPercent } from '#client/lib/text/format.ts'
import textButton from '#client/ui/buttons/text-button.module.css'
import { Row } from '#client/ui/layout/stack.tsx'
import classes from './composer-attachments.module.css'
import { useDraftAttachments } from './use-composer.ts'

type Props = {
  draftKey: string
  isLocked: boolean
  onRemoved: () => void
}

export function ComposerAttachments({ draftKey, isLocked, onRemoved }: Props) {
  const files = useDraftAttachments(() => draftAttachments.list(draftKey))
  const handleRemove = (file: DraftFile) => {
    removeFile(draftKey, file)
    onRemoved()
  }
  return (
    <Row as="ul" align="start" wrap={false} className={classes.files} aria-label="Anexos da mensagem">
      {files.map((file) => (
        <FileItem
          key={file.key}
          file={file}
          onRemove={isLocked ? undefined : () => handleRemove(file)}
          onRetried={onRemoved}
        />
      ))}
    </Row>
  )
}

type ChipProps = { file: DraftFile; onRemove: (() => void) | undefined; onRetried: () => void }

/** Scrolls into view when it is added and when it fails: the line may be wider than the screen. */
function FileItem(props: ChipProps) {
  const item = useRef<HTMLLIElement>(null)
  const isFailed = props.file.state.at === 'failed'
  useEffect(() => {
    item.current?.scrollIntoView({ block: 'nearest', inline: isFailed ? 'start' : 'nearest' })
  }, [isFailed])
  return (
    <li ref={item} data-failed={isFailed || undefined}>
      <FileChip {...props} />
    </li>
  )
}

function FileChip({ file, onRemove, onRetried }: ChipProps) {
  const { state, picture } = file
  if (state.at === 'stored') {
    const { attachment } = state
    return (
      <AttachmentChip
        attachment={attachment}
        address={attachmentAddress(attachment.id)}
        picture={picture}
        onRemove={onRemove}
      />
    )
  }
  const isFailed = state.at === 'failed'
  return (
    <AttachmentChip
      attachment={file}
      picture={picture}
      isFailed={isFailed}
      note={
        isFailed ? (
          <Failure file={file} onRetried={onRetried} />
        ) : (
          <Progress part={state.progress} name={file.name} />
        )
      }
      onRemove={onRemove}
    />
  )
}

/** After the last byte the server still reads the file. */
function Progress({ part, name }: { part: number; name: string }) {
  return (
    <>
      {part < 1 ? `Enviando… ${formatPercent(part)}` : 'Lendo o arquivo…'}
      <progress className={classes.progress} value={part} max={1} aria-label={`Envio de ${name}`} />
    </>
  )
}

function Failure({ file, onRetried }: { file: DraftFile; onRetried: () => void }) {
  if (file.state.at !== 'failed') return null
  const { reason, canRetry } = file.state
  return (
    <>
      {reason}
      {canRetry && (
        <button
          type="button"
          className={`${textButton.root} ${classes.retry}`}
          aria-label={`Tentar de novo: ${file.name}`}
          onClick={() => {
            retryUpload(file)
            onRetried()
          }}
        >
          Tentar de novo
        </button>
      )}
    </>
  )
}
