import { Button, FileButton } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { formatBytes } from '#client/lib/text/format.ts'
import { FieldSet } from '#client/ui/forms/field-set.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { ReviewNote } from '#shared/contract/reviews.ts'
import { LIMITS } from '#shared/limits.ts'
import { PROOF_ACCEPT, proofRefusal } from './proof-files.ts'
import classes from './reviews.module.css'

type Props = { value: File | undefined; onChange: (file: File | undefined) => void }

/** A PDF or an image that proves a finding; it is sent when the proof is saved. */
export function ProofFileField({ value, onChange }: Props) {
  const [error, setError] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const reset = useRef<() => void>(null)
  const choose = (file: File | null) => {
    // Else the browser tells nothing when the same file is chosen again.
    reset.current?.()
    if (!file) return
    const refusal = proofRefusal(file)
    setError(refusal)
    // A refused file leaves the chosen one.
    if (!refusal) onChange(file)
  }
  const takeOff = () => {
    setError(undefined)
    onChange(undefined)
    button.current?.focus()
  }
  return (
    <FieldSet label="Arquivo" error={error}>
      {(invalid) => (
        <Row gap={8} className={classes.proof}>
          <FileButton accept={PROOF_ACCEPT} resetRef={reset} onChange={choose}>
            {(props) => (
              <Button {...props} {...invalid} ref={button} size="sm" variant="default">
                {value ? 'Trocar arquivo' : 'Escolher arquivo'}
              </Button>
            )}
          </FileButton>
          {value && (
            <Button size="sm" variant="default" onClick={takeOff}>
              Tirar
            </Button>
          )}
          <p className={text.small}>
            {value
              ? `${value.name}, ${formatBytes(value.size)}`
              : `PDF ou imagem, até ${LIMITS.attachmentBytes / 1024 / 1024} MB. Só você abre.`}
          </p>
        </Row>
      )}
    </FieldSet>
  )
}

/** The file that proves a finding; only its owner can open it. */
export const ProofFileLine = ({ file: { id, name } }: { file: NonNullable<ReviewNote['file']> }) => (
  <Row gap={8}>
    <IconPaperclip size={18} stroke={1.75} aria-hidden />
    <span>
      Arquivo:{' '}
      <a
        href={`/api/v1/attachments/${id}/file`}
        target="_blank"
        rel="noopener noreferrer"
        className={classes.source}
      >
        {name}
      </a>
    </span>
  </Row>
)
