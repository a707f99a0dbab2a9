import { IconBooks, IconExternalLink } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import type { Attachment } from '#shared/contract/attachments.ts'
import { AttachmentChip, attachmentAddress } from './attachment-chip.tsx'

const KeepSheet = lazy(() => import('./keep-sheet.tsx').then((it) => ({ default: it.KeepSheet })))

/** An attachment of a sent message. One with text can be kept in the Acervo; a picture is no source. */
export function SentAttachment({ attachment }: { attachment: Attachment }) {
  const [isKeeping, setKeeping] = useState(false)
  const { id, name, kind } = attachment
  const address = attachmentAddress(id)
  return (
    <>
      <AttachmentChip
        attachment={attachment}
        address={address}
        menu={
          kind !== 'image' && (
            <ActionMenu
              label={`Opções de ${name}`}
              actions={() => [
                { label: 'Guardar no Acervo', Icon: IconBooks, onChoose: () => setKeeping(true) },
                {
                  label: 'Abrir',
                  Icon: IconExternalLink,
                  onChoose: () => window.open(address, '_blank', 'noopener,noreferrer'),
                },
              ]}
            />
          )
        }
      />
      {isKeeping && (
        <Suspense>
          <KeepSheet attachment={attachment} onClose={() => setKeeping(false)} />
        </Suspense>
      )}
    </>
  )
}
