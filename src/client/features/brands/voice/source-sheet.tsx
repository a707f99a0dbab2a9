import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSourceSearch } from '#client/entities/business/use-source-choices.ts'
import { LIMITS } from '#shared/limits.ts'
import { SampleSheet, type SampleSheetProps } from './sample-sheet.tsx'

/** Chooses a read source of the Acervo, whose beginning becomes a sample. */
export default function SourceSheet(props: SampleSheetProps) {
  const [typed, setTyped] = useState('')
  const { choices, isPending, error } = useSourceSearch(typed)
  const sources = choices.filter(({ kind }) => kind === 'source')
  return (
    <SampleSheet
      {...props}
      title="Qual fonte do Acervo?"
      later="Mudar a fonte depois não muda a amostra."
      label="Fontes"
      items={sources}
      listError={error}
      originOf={(sourceId) => ({ sourceId })}
    >
      <TextInput
        label="Buscar pelo nome da fonte"
        size="md"
        maxLength={LIMITS.searchLength}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {isPending && sources.length === 0 && <p role="status">Procurando…</p>}
      {!isPending && !error && sources.length === 0 && (
        <p role="status">
          {typed.trim() === ''
            ? 'Nenhuma fonte do seu Acervo foi lida ainda. Acrescente uma lá, ou cole um texto.'
            : 'Nenhuma fonte lida tem estas palavras no nome.'}
        </p>
      )}
    </SampleSheet>
  )
}
