import { IconPaperclip } from '@tabler/icons-react'
import { type Ref, useRef } from 'react'
import classes from '#client/features/chats/composer/composer.module.css'
import { ACCEPT } from './attachment-kinds.ts'

type Props = { ref: Ref<HTMLButtonElement>; onFiles: (files: File[]) => void }

/** Opens the system's own file picker. */
export function AttachButton({ ref, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        ref={ref}
        type="button"
        className={classes.tool}
        aria-label="Anexar arquivos"
        title="Anexar imagens, PDF, DOCX ou texto"
        onClick={() => input.current?.click()}
      >
        <IconPaperclip size={22} stroke={1.75} aria-hidden />
      </button>
      <input
        ref={input}
        type="file"
        accept={ACCEPT}
        multiple
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Else the same file, once taken out, could not be chosen again.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
