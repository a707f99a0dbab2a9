import { IconFileText, IconFileTypeDocx, IconFileTypePdf, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatBytes } from '#client/lib/text/format.ts'
import iconButton from '#client/ui/buttons/icon-button.module.css'
import textClasses from '#client/ui/text/text.module.css'
import type { Attachment, AttachmentKind } from '#shared/contract/attachments.ts'
import classes from './attachment-chip.module.css'

type Props = {
  attachment: Pick<Attachment, 'name' | 'kind' | 'bytes'> & Partial<Pick<Attachment, 'isTruncated'>>
  /** URL of the stored file; undefined while it uploads. */
  address?: string | undefined
  /** Local URL of an image that this page uploads. */
  picture?: string | undefined
  /** Progress or failure, in place of the size. */
  note?: ReactNode
  isFailed?: boolean
  onRemove?: (() => void) | undefined
  menu?: ReactNode
}

const ICONS: Record<Exclude<AttachmentKind, 'image'>, typeof IconFileText> = {
  pdf: IconFileTypePdf,
  docx: IconFileTypeDocx,
  text: IconFileText,
}

export const attachmentAddress = (id: string): string => `/api/v1/attachments/${id}/file`

/** A file of a message or draft: icon or image, name, size, with a link and a remove button. */
export function AttachmentChip({
  attachment,
  address,
  picture,
  note,
  isFailed = false,
  onRemove,
  menu,
}: Props) {
  const { name, kind, bytes, isTruncated } = attachment
  const body = (
    <>
      <Sign kind={kind} address={picture ?? address} />
      <span className={classes.text}>
        <span className={`${textClasses.oneLine} ${classes.name}`}>{name}</span>
        <span className={`${textClasses.oneLine} ${classes.note}`}>
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
      {menu && <span className={`${classes.menu} no-print`}>{menu}</span>}
      {onRemove && (
        <button
          type="button"
          className={`${iconButton.root} ${classes.remove}`}
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
