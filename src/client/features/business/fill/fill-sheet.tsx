import { Button, FileButton, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { planSheet } from '#client/entities/billing/plan-sheet-state.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { FieldSet } from '#client/ui/forms/field-set.tsx'
import { SegmentedControl } from '#client/ui/forms/segmented-control.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import sheetForm from '#client/ui/overlays/sheet-form.module.css'
import type { FilledDraft } from '#shared/contract/asset-drafts.ts'
import { LIMITS } from '#shared/limits.ts'
import { type FillKind, type FillSource, fillDraft } from './fill.api.ts'
import classes from './fill.module.css'

const WAYS = [
  { value: 'address', label: 'Endereço' },
  { value: 'file', label: 'PDF' },
  { value: 'text', label: 'Texto' },
] as const

const MISSING = {
  address: 'Informe o endereço da página',
  file: 'Escolha um arquivo',
  text: 'Cole um texto',
} as const
const READING = { address: 'Lendo a página…', file: 'Lendo o arquivo…', text: 'Lendo o texto…' } as const
const NOTHING = 'Não achamos ali o que esta ficha pede. Tente outra fonte, ou preencha com as suas palavras.'
const BY_RULES =
  'A demonstração não tem um modelo de IA: só acha o que vem depois do nome do campo, como em “Público: mães que vendem de casa”. Com uma chave sua, em Credenciais, qualquer página serve.'

const ACCEPTED = '.pdf,.docx,.txt,.md,application/pdf,text/plain'

type Props = {
  kind: FillKind
  source: FillSource
  onSource: (source: FillSource) => void
  onFilled: (draft: FilledDraft) => void
  onClose: () => void
}

/** Takes an address, a file or a text, and has the form filled from it. */
export default function FillSheet({ kind, source, onSource, onFilled, onClose }: Props) {
  const [missing, setMissing] = useState(false)
  const request = useRef<AbortController>(undefined)
  useEffect(() => () => request.current?.abort(), [])
  const filling = useMutation({
    mutationFn: (wanted: FillSource) => {
      const abort = new AbortController()
      request.current = abort
      return fillDraft(kind, wanted, abort.signal)
    },
    onSuccess: (draft) => {
      if (!isEmpty(draft)) onFilled(draft)
    },
  })
  const { way } = source
  const change = (changed: Partial<FillSource>) => {
    setMissing(false)
    // An answer for another source must not fill the form.
    request.current?.abort()
    filling.reset()
    onSource({ ...source, ...changed })
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const isMissing = way === 'file' ? !source.file : source[way].trim() === ''
    setMissing(isMissing)
    if (!isMissing) filling.mutate(source)
  }
  const handleCancel = () => {
    if (!filling.isPending) return onClose()
    request.current?.abort()
    filling.reset()
  }
  const { field, text } = failureOf(filling.error, way)
  const error = missing ? MISSING[way] : field
  return (
    <Sheet title="Preencher por mim" onDismiss={onClose}>
      <form className={sheetForm.form} noValidate onSubmit={handleSubmit}>
        <p className={classes.lead}>
          A IA lê e escreve nos campos vazios, cada um com o trecho de onde saiu. Conta como uma mensagem.
          Nada é salvo sem você conferir.
        </p>
        <SegmentedControl label="De onde" options={WAYS} value={way} onChange={(to) => change({ way: to })} />
        <SourceField source={source} error={error} isDisabled={filling.isPending} onChange={change} />
        {filling.data && <NothingFound isByRules={filling.data.isByRules} />}
        <FormAlert>{text}</FormAlert>
        {isQuotaExceeded(filling.error) && (
          <Button variant="default" onClick={() => planSheet.open({ why: 'quota' })}>
            Como continuar
          </Button>
        )}
        {filling.isPending && (
          <p role="status" className={classes.reading}>
            {READING[way]}
          </p>
        )}
        <div className={sheetForm.buttons}>
          <Button variant="default" onClick={handleCancel}>
            Cancelar
          </Button>
          <Button type="submit" loading={filling.isPending}>
            Preencher
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

const isEmpty = ({ draft }: FilledDraft) => Object.values(draft.values).every((value) => value === '')

const isQuotaExceeded = (error: unknown) => error instanceof ApiError && error.code === 'QUOTA_EXCEEDED'

/** The text for the field of the way, or else for the form. An abort says nothing. */
function failureOf(error: unknown, way: FillSource['way']): { field?: string | undefined; text?: string } {
  if (!error || (error instanceof Error && error.name === 'AbortError')) return {}
  const field = error instanceof ApiError ? error.details?.[way] : undefined
  return field ? { field } : { text: errorText(error) }
}

function NothingFound({ isByRules }: { isByRules: boolean }) {
  return (
    <p role="status" className={classes.nothing}>
      {isByRules ? BY_RULES : NOTHING}
    </p>
  )
}

type FieldProps = {
  source: FillSource
  error: string | undefined
  isDisabled: boolean
  onChange: (changed: Partial<FillSource>) => void
}

function SourceField({ source, error, isDisabled, onChange }: FieldProps) {
  const common = { size: 'md', error, disabled: isDisabled } as const
  if (source.way === 'address') {
    return (
      <TextInput
        {...common}
        label="Endereço da página"
        description="O da sua página de vendas, ou de um PDF na web."
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        placeholder="seucurso.com.br/vendas"
        value={source.address}
        maxLength={LIMITS.fillAddressLength}
        onChange={(event) => onChange({ address: event.currentTarget.value })}
      />
    )
  }
  if (source.way === 'text') {
    return (
      <Textarea
        {...common}
        label="Texto colado"
        description="A copy, o roteiro ou a conversa em que você explica o que vende."
        rows={8}
        value={source.text}
        maxLength={LIMITS.fillTextLength}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
    )
  }
  return <FileField source={source} error={error} isDisabled={isDisabled} onChange={onChange} />
}

function FileField({ source: { file }, error, isDisabled, onChange }: FieldProps) {
  return (
    <FieldSet label="Arquivo" error={error}>
      {(invalid) => (
        <div className={classes.file}>
          <FileButton accept={ACCEPTED} onChange={(chosen) => onChange({ file: chosen ?? file })}>
            {(props) => (
              <Button {...props} {...invalid} variant="default" disabled={isDisabled}>
                {file ? 'Trocar arquivo' : 'Escolher arquivo'}
              </Button>
            )}
          </FileButton>
          <p>{file ? file.name : 'PDF, DOCX ou texto, até 10 MB. Não fica guardado.'}</p>
        </div>
      )}
    </FieldSet>
  )
}
