import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ChangedMeanwhile, changedText } from '#client/entities/admin/changed-meanwhile.ts'
import { labelQueries } from '#client/entities/agents/labels.api.ts'
import { adminPlanList, planOptions } from '#client/entities/billing/admin-plans.api.ts'
import { FIELD_LABELS } from '#client/entities/business/missing-field-labels.ts'
import type { MissingField } from '#client/entities/business/missing-fields.ts'
import { collectionQueries } from '#client/entities/collections/collections.api.ts'
import { CHANNEL_NAMES } from '#client/entities/reviews/review-texts.ts'
import { SegmentedControl } from '#client/ui/forms/segmented-control.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import { TextDiff } from '#client/ui/text/text-diff.tsx'
import type { AdminAgent } from '#shared/contract/agents-admin.ts'
import {
  type AgentField,
  type Choice,
  type Choices,
  choiceOf,
  conflictsOf,
  type FieldConflict,
  mergeValues,
} from './agent-merge.ts'
import { type AgentValues, EVERY_PLAN, valuesOf } from './agent-values.ts'
import classes from './conflict-sheet.module.css'

type Props = {
  base: AgentValues
  mine: AgentValues
  theirs: AdminAgent
  change: ChangedMeanwhile
  onSave: (merged: AgentValues) => void
  onClose: () => void
}

export function ConflictSheet({ base, mine, theirs, change, onSave, onClose }: Props) {
  const other = valuesOf(theirs)
  const clashes = conflictsOf(base, mine, other)
  const [choices, setChoices] = useState<Choices>({})
  const chooseAll = (choice: Choice) =>
    setChoices(Object.fromEntries(clashes.map(({ field }) => [field, choice])))
  return (
    <Sheet title="Este agente mudou enquanto você editava" onDismiss={onClose} isWide>
      <p>
        {changedText(change, 'este agente')}. Nada do que você escreveu se perdeu. Escolha o que fica em cada
        campo que mudou lá.
      </p>
      {clashes.length > 1 && (
        <div className={classes.whole}>
          <Button variant="default" size="sm" onClick={() => chooseAll('mine')}>
            Ficar com tudo meu
          </Button>
          <Button variant="default" size="sm" onClick={() => chooseAll('theirs')}>
            Ficar com tudo da outra pessoa
          </Button>
        </div>
      )}
      <Stack as="ul" gap={24}>
        {clashes.map((clash) => (
          <ClashItem
            key={clash.field}
            clash={clash}
            base={base}
            mine={mine}
            theirs={other}
            choice={choiceOf(clash, choices)}
            onChoose={(choice) => setChoices({ ...choices, [clash.field]: choice })}
          />
        ))}
      </Stack>
      <div className={classes.actions}>
        <Button onClick={() => onSave(mergeValues(mine, other, clashes, choices))}>
          Salvar com estas escolhas
        </Button>
        <Button variant="default" onClick={onClose}>
          Continuar editando
        </Button>
      </div>
    </Sheet>
  )
}

const FIELD_NAMES: Record<AgentField, string> = {
  photoUrl: 'Foto',
  name: 'Nome',
  description: 'Descrição',
  labelIds: 'Etiquetas',
  isDraft: 'Publicação',
  enableFreePlan: 'Plano Gratuito',
  planIds: 'Planos que abrem',
  systemPrompt: 'Instruções',
  model: 'Modelo',
  messageWeight: 'Mensagens por resposta',
  reviewsReplies: 'Revisar as respostas',
  reviewChannel: 'Onde as respostas vão sair',
  promptRecommendations: 'Sugestões',
  requiredContext: 'O que ele precisa saber',
  collectionIds: 'Acervo da casa',
}

type ItemProps = {
  clash: FieldConflict
  base: AgentValues
  mine: AgentValues
  theirs: AgentValues
  choice: Choice
  onChoose: (choice: Choice) => void
}

function ClashItem({ clash, base, mine, theirs, choice, onChoose }: ItemProps) {
  const words = useWords()
  const { field, isMine } = clash
  const name = FIELD_NAMES[field]
  // An unchanged field is compared with the base, a changed one with the form.
  const from = isMine ? mine : base
  return (
    <Stack as="li" className={classes.clash}>
      <h3 className={classes.name}>{name}</h3>
      <p className={text.hint}>
        {isMine ? 'Vocês dois mudaram. Do seu texto para o da outra pessoa:' : 'Só a outra pessoa mudou:'}
      </p>
      <TextDiff
        before={words(field, from)}
        after={words(field, theirs)}
        label={`${name}: o que a outra pessoa mudou`}
      />
      <SegmentedControl
        label={`${name}: o que fica`}
        options={[
          { value: 'mine', label: isMine ? 'Fica o meu' : 'Fica como estava' },
          { value: 'theirs', label: 'Fica o da outra pessoa' },
        ]}
        value={choice}
        onChange={onChoose}
      />
    </Stack>
  )
}

const SWITCH_WORDS = {
  isDraft: ['Rascunho', 'Publicado'],
  enableFreePlan: ['Aberto para todo mundo', 'Só nos planos pagos'],
  reviewsReplies: ['Ligado', 'Desligado'],
} as const

function useWords() {
  const { data: labels = [] } = useQuery(labelQueries.list())
  const { data: plans = [] } = useQuery(adminPlanList())
  const { data: shelf } = useQuery(collectionQueries.list('house'))
  return (field: AgentField, values: AgentValues): string => {
    switch (field) {
      case 'photoUrl':
        return values.photoUrl || 'Sem foto'
      case 'isDraft':
      case 'enableFreePlan':
      case 'reviewsReplies':
        return SWITCH_WORDS[field][values[field] ? 0 : 1]
      case 'reviewChannel':
        return CHANNEL_NAMES[values.reviewChannel]
      case 'planIds':
        return values.planIds.includes(EVERY_PLAN)
          ? 'Todos os que abrem o elenco'
          : listOf(plans.filter(({ id }) => values.planIds.includes(id)).map(planOptions), 'Nenhum')
      case 'model':
        return values.model || 'O da casa'
      case 'labelIds':
        return listOf(
          labels.filter(({ id }) => values.labelIds.includes(id)).map((label) => label.name),
          'Nenhuma',
        )
      case 'collectionIds':
        return listOf(
          (shelf?.items ?? []).filter(({ id }) => values.collectionIds.includes(id)).map(({ name }) => name),
          'Nenhuma',
        )
      case 'requiredContext':
        return listOf(
          values.requiredContext.map((path) => FIELD_LABELS[path.split('.')[1] as MissingField] ?? path),
          'Nada',
        )
      case 'promptRecommendations':
        return listOf(
          values.promptRecommendations.filter((it) => it.trim() !== ''),
          'Nenhuma',
        )
      default:
        return values[field]
    }
  }
}

const listOf = (items: readonly string[], none: string) => (items.length > 0 ? items.join('\n') : none)
