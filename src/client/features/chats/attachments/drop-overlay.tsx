import { IconPaperclip } from '@tabler/icons-react'
import { createPortal } from 'react-dom'
import { LIMITS } from '#shared/limits.ts'
import classes from './drop-overlay.module.css'
import { DROP_OVERLAY } from './use-file-drop.ts'

/** Over the whole page while files hang over it; seen only by whoever drags them. */
export function DropOverlay() {
  return createPortal(
    <div className={classes.surface} {...DROP_OVERLAY}>
      <div className={classes.stage}>
        <IconPaperclip size={40} stroke={1.5} aria-hidden />
        <p className={classes.title}>Solte aqui</p>
        <p>
          Imagens, PDF, DOCX ou texto: até {LIMITS.attachmentsPerMessage} arquivos de{' '}
          {LIMITS.attachmentBytes / 1024 / 1024} MB
        </p>
      </div>
    </div>,
    document.body,
  )
}
