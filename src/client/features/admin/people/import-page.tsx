import { Button } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import text from '#client/ui/text/text.module.css'
import type { PeopleImport } from '#shared/contract/people-imports.ts'
import { ImportColumnsForm } from './import-columns-form.tsx'
import { DraftPreview, EndedImport, RunningImport } from './import-states.tsx'
import { isRunning, peopleCalls, peopleChanged, peopleQueries } from './people.api.ts'
import classes from './people.module.css'

const LEAD =
  'Envie um CSV com as pessoas, confira o que vai acontecer com cada linha e só então importe. Quem não tem conta recebe um convite por e-mail.'

/** People from a spreadsheet: the file, its columns, the preview, the progress. */
export function ImportPage() {
  const imports = useQuery(peopleQueries.imports())
  const [isNext, setNext] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const current = currentOf(imports.data ?? [], isNext)
  const handleSent = () => {
    setNext(false)
    setChanging(false)
  }
  return (
    <AdminPage title="Importar planilha" description={LEAD}>
      {imports.isError && !imports.data && (
        <LoadError query={imports} title="As importações não carregaram" />
      )}
      {imports.isPending && <p role="status">Carregando…</p>}
      {imports.data && !current && <ChooseFile onSent={handleSent} />}
      {current && (
        <CurrentImport
          key={current.id}
          current={current}
          isChanging={isChanging}
          onChanging={setChanging}
          onNext={() => setNext(true)}
        />
      )}
    </AdminPage>
  )
}

/** What runs, else the own draft, else what ended last, unless another file is asked for. */
function currentOf(imports: readonly PeopleImport[], isNext: boolean): PeopleImport | undefined {
  const open = imports.find(isRunning) ?? imports.find(({ status }) => status === 'draft')
  return open ?? (isNext ? undefined : imports.find(({ startedAt }) => startedAt !== null))
}

type CurrentProps = {
  current: PeopleImport
  isChanging: boolean
  onChanging: (isChanging: boolean) => void
  onNext: () => void
}

function CurrentImport({ current, isChanging, onChanging, onNext }: CurrentProps) {
  if (isRunning(current)) return <RunningImport current={current} />
  if (current.status !== 'draft') return <EndedImport current={current} onNext={onNext} />
  if (current.isPrepared && !isChanging) {
    return <DraftPreview current={current} onChangeColumns={() => onChanging(true)} />
  }
  return <ImportColumnsForm current={current} onPrepared={() => onChanging(false)} />
}

const EXAMPLE = `nome;e-mail;plano;até
Ana Souza;ana@exemplo.com.br;Creator;31/12/2026
Bruno Lima;bruno@exemplo.com.br;;`

function ChooseFile({ onSent }: { onSent: () => void }) {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const send = useMutation({
    mutationFn: peopleCalls.sendFile,
    onSuccess: async () => {
      await peopleChanged(client)
      onSent()
    },
  })
  const handleFile = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = currentTarget.files ?? []
    if (chosen) send.mutate(chosen)
    // Choosing the same file again must fire `change`.
    currentTarget.value = ''
  }
  return (
    <div className={classes.drop}>
      <p>
        <strong>Uma pessoa por linha, e só o e-mail é obrigatório.</strong> A ordem e o nome das colunas são
        livres: você confirma no próximo passo.
      </p>
      <pre className={classes.example}>{EXAMPLE}</pre>
      <FormAlert>{send.error ? errorText(send.error) : undefined}</FormAlert>
      <Button
        size="lg"
        loading={send.isPending}
        leftSection={<IconFileUpload size={20} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        Escolher arquivo CSV
      </Button>
      <p className={text.hint}>
        Separado por ponto e vírgula, vírgula ou tabulação. Até 10 mil linhas e 2 MB por vez.
      </p>
      <input
        ref={input}
        hidden
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        aria-label="Planilha de pessoas"
        onChange={handleFile}
      />
    </div>
  )
}
