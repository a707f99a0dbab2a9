import { IconFileText, IconFileTypeDocx, IconFileTypePdf, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatBytes } from '#client/lib/text/format.ts'
import type { Attachment, AttachmentKind } from '#shared/contract/attachments.ts'
import classes from './attachment-chip.module.css'

type Props = {
  /** What is known of the file; one that is still on its way has no kind that was looked at. */
  attachment: Pick<Attachment, 'name' | 'kind' | 'bytes'> & Partial<Pick<Attachment, 'isTruncated'>>
  /** Where the chip leads, and where a picture comes from; none while the file is on its way. */
  address?: string | undefined
  /** Where a picture comes from that this page has itself. */
  picture?: string | undefined
  /** Instead of the size: how far it is, or what went wrong. */
  note?: ReactNode
  isFailed?: boolean
  onRemove?: (() => void) | undefined
}

const ICONS: Record<Exclude<AttachmentKind, 'image'>, typeof IconFileText> = {
  pdf: IconFileTypePdf,
  docx: IconFileTypeDocx,
  text: IconFileText,
}

/** Where its owner reads a stored attachment. */
export const attachmentAddress = (id: string): string => `/api/v1/attachments/${id}/file`

/** A file of a message, or on its way into one: what it is, how big, and a way to open or to leave it out. */
export function AttachmentChip({ attachment, address, picture, note, isFailed = false, onRemove }: Props) {
  const { name, kind, bytes, isTruncated } = attachment
  const body = (
    <>
      <Sign kind={kind} address={picture ?? address} />
      <span className={classes.text}>
        <span className={classes.name}>{name}</span>
        <span className={classes.note}>
          {note ?? `${formatBytes(bytes)}${isTruncated ? ' · só o começo é lido' : ''}`}
        </span>
      </span>
    </>
  )
  return (
    <span className={classes.chip} data-failed={isFailed || undefined}>
      {address ? (
        <a href={address} target="_blank" rel="noopener noreferrer" className={classes.body} title={name}>
          {body}
        </a>
      ) : (
        <span className={classes.body}>{body}</span>
      )}
      {onRemove && (
        <button
          type="button"
          className={classes.remove}
          aria-label={`Tirar ${name}`}
          title="Tirar"
          onClick={onRemove}
        >
          <IconX size={16} stroke={2} aria-hidden />
        </button>
      )}
    </span>
  )
}

function Sign({ kind, address }: { kind: AttachmentKind; address: string | undefined }) {
  if (kind === 'image' && address)
    return <img src={address} alt="" width={44} height={44} loading="lazy" className={classes.picture} />
  const Icon = kind === 'image' ? IconFileText : ICONS[kind]
  return (
    <span className={classes.sign} aria-hidden>
      <Icon size={22} stroke={1.5} />
    </span>
  )
}
