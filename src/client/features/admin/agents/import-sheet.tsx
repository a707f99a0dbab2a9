import { Button } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ChangeEvent, useRef, useState } from 'react'
import { importAgent } from '#client/entities/agents/agents-admin.api.ts'
import { labelQueries } from '#client/entities/agents/labels.api.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { normalizeText } from '#client/lib/text/normalize-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { Portrait } from '#client/ui/photo/portrait.tsx'
import type { AgentExport } from '#shared/contract/agents-files.ts'
import { type FileProblem, problemsOf, readAgentFile } from './agent-file.ts'
import classes from './import-sheet.module.css'

/** An agent of a file: shown before anything is made of it, with whatever is wrong at its own field. */
export function ImportSheet({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<AgentExport | null>(null)
  const [problems, setProblems] = useState<readonly FileProblem[]>([])
  const [failure, setFailure] = useState<string>()
  const [isWorking, setWorking] = useState(false)
  const handleFile = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = currentTarget.files ?? []
    // The same file may be chosen again.
    currentTarget.value = ''
    if (!chosen) return
    const read = await readAgentFile(chosen)
    setFailure(undefined)
    setFile(read.file)
    setProblems(read.problems)
  }
  const handleImport = async (read: AgentExport) => {
    setWorking(true)
    setFailure(undefined)
    try {
      const { agent, missingLabels } = await importAgent(client, read)
      onClose()
      await navigate({ to: '/app/admin/agents/$agentId/edit', params: { agentId: agent.id } })
      showToast(importedText(missingLabels), 'success')
    } catch (error) {
      const found = error instanceof ApiError ? problemsOf(Object.entries(error.details ?? {})) : []
      setProblems(found)
      if (found.length === 0) setFailure(errorText(error))
      setWorking(false)
    }
  }
  return (
    <Sheet title="Importar um agente" onDismiss={onClose} isWide={file !== null}>
      {file ? <Preview file={file} /> : <p>Escolha um arquivo exportado daqui ou de outro Elenco.</p>}
      <Problems problems={problems} />
      <FormAlert>{failure}</FormAlert>
      <Row gap={12}>
        {file && problems.length === 0 && (
          <Button loading={isWorking} onClick={() => void handleImport(file)}>
            Importar agente
          </Button>
        )}
        <Button
          variant={file && problems.length === 0 ? 'default' : 'filled'}
          leftSection={<IconFileUpload size={18} aria-hidden />}
          disabled={isWorking}
          onClick={() => input.current?.click()}
        >
          {file || problems.length > 0 ? 'Escolher outro arquivo' : 'Escolher arquivo'}
        </Button>
        <Button variant="subtle" className={classes.plain} disabled={isWorking} onClick={onClose}>
          Cancelar
        </Button>
      </Row>
      <input
        ref={input}
        hidden
        type="file"
        accept="application/json,.json"
        aria-label="Arquivo do agente"
        onChange={(event) => void handleFile(event)}
      />
    </Sheet>
  )
}

function importedText(missing: readonly string[]): string {
  if (missing.length === 0) return 'Agente importado. Confira e ensaie.'
  return `Agente importado sem ${missing.length === 1 ? 'a etiqueta' : 'as etiquetas'} ${missing.join(', ')}, que não existe aqui.`
}

function Problems({ problems }: { problems: readonly FileProblem[] }) {
  if (problems.length === 0) return null
  return (
    <Stack role="alert" className={classes.problems}>
      <p>Este arquivo não pode ser importado como está:</p>
      <ul>
        {problems.map(({ path, field, text }) => (
          <li key={path}>
            {field && <strong>{field}: </strong>}
            {text}
          </li>
        ))}
      </ul>
    </Stack>
  )
}

const number = new Intl.NumberFormat('pt-BR')

/** What will be made of the file. */
function Preview({ file: { agent } }: { file: AgentExport }) {
  const { data: known } = useQuery(labelQueries.list())
  const isKnown = (name: string) =>
    !known || known.some((label) => normalizeText(label.name) === normalizeText(name))
  const suggestions = agent.promptRecommendations ?? []
  return (
    <article className={classes.preview} aria-label="Agente do arquivo">
      <Portrait
        photoUrl={agent.photo ? `data:image/webp;base64,${agent.photo}` : null}
        name={agent.name}
        size={88}
        className={classes.face}
      />
      <Stack gap={4} className={classes.words}>
        <h3 className={classes.name}>{agent.name}</h3>
        <p>{agent.description}</p>
      </Stack>
      <Stack as="dl" className={classes.facts}>
        <div>
          <dt>Instruções</dt>
          <dd>{number.format(agent.systemPrompt.length)} caracteres</dd>
        </div>
        <div>
          <dt>Sugestões</dt>
          <dd>{suggestions.length === 0 ? 'Nenhuma' : suggestions.map((it) => it.content).join(' · ')}</dd>
        </div>
        <div>
          <dt>Etiquetas</dt>
          <dd>
            {agent.labels.length === 0
              ? 'Nenhuma'
              : agent.labels.map((name) => (isKnown(name) ? name : `${name} (não existe aqui)`)).join(' · ')}
          </dd>
        </div>
        <div>
          <dt>Plano Gratuito</dt>
          <dd>{agent.enableFreePlan ? 'Aberto' : 'Com cadeado'}</dd>
        </div>
        <div>
          <dt>Modelo</dt>
          <dd>{agent.model ?? 'O da casa'}</dd>
        </div>
      </Stack>
    </article>
  )
}
