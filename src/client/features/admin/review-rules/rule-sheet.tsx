import { Button, Textarea, TextInput } from '@mantine/core'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CHANNEL_NAMES, SEVERITY_NAMES } from '#client/entities/reviews/review-texts.ts'
import { changesOf } from '#client/lib/forms/form-draft.ts'
import { selectOptions } from '#client/lib/forms/select-options.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { formatMoment } from '#client/lib/text/format.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { CheckChips } from '#client/ui/forms/check-chips.tsx'
import { ChoiceChips } from '#client/ui/forms/choice-chips.tsx'
import { SwitchField } from '#client/ui/forms/switch-field.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import { type AdminReviewRule, ReviewRuleForm } from '#shared/contract/reviews.ts'
import { REVIEW_LIMITS } from '#shared/revisor/limits.ts'
import { CHANNELS, type Channel, SEVERITIES, type Severity } from '#shared/revisor/rules.ts'
import { NEEDS_FACTS } from '#shared/revisor/rules-with-facts.ts'
import { ReachSheet } from './reach-sheet.tsx'
import { createRule, updateRule } from './review-rules.api.ts'
import classes from './review-rules.module.css'
import { RuleVersionsSheet } from './rule-versions-sheet.tsx'

const CHANNEL_OPTIONS = selectOptions(CHANNEL_NAMES)
const EMPTY: ReviewRuleForm = {
  isEnabled: true,
  severity: 'risk',
  title: '',
  why: '',
  suggestion: '',
  source: '',
  sourceAddress: '',
  readAt: null,
  isLawyerReviewed: false,
  channels: [...CHANNELS],
  phrases: [],
}

const valuesOf = (rule: AdminReviewRule): ReviewRuleForm => ({
  isEnabled: rule.isEnabled,
  severity: rule.severity,
  title: rule.title,
  why: rule.why,
  suggestion: rule.suggestion,
  source: rule.source,
  sourceAddress: rule.sourceAddress,
  readAt: rule.readAt,
  isLawyerReviewed: rule.isLawyerReviewed,
  channels: rule.channels,
  phrases: rule.phrases,
})

type Props = {
  /** Undefined for a new rule of the house. */
  rule?: AdminReviewRule
  onClose: () => void
}

/** Fields that change what a rule finds. */
const FINDING = ['phrases', 'channels', 'isEnabled'] as const satisfies (keyof ReviewRuleForm)[]

const saveChanges = async (client: QueryClient, rule: AdminReviewRule, changes: Partial<ReviewRuleForm>) =>
  Object.keys(changes).length > 0 ? updateRule(client, rule.id, changes) : rule

/** The form of one rule; then the documents that a changed rule of the house concerns. */
export function RuleSheet({ rule, onClose }: Props) {
  const client = useQueryClient()
  // The list brings the saved rule while the sheet is open.
  const [initialValues] = useState(rule ? valuesOf(rule) : EMPTY)
  const [saved, setSaved] = useState<AdminReviewRule>()
  const [isShowingVersions, setShowingVersions] = useState(false)
  const finish = (after: AdminReviewRule, changes: Partial<ReviewRuleForm>) => {
    if (!NEEDS_FACTS.has(after.id) && FINDING.some((field) => field in changes)) setSaved(after)
    else onClose()
  }
  const { form, isSubmitting, failure, handleSubmit } = useContractForm<ReviewRuleForm, ReviewRuleForm>({
    schema: ReviewRuleForm,
    initialValues,
    inputSize: 'md',
    submit: async (parsed) => {
      const { isEnabled: _, ...body } = parsed
      const changes = changesOf(initialValues, parsed)
      const after = rule ? await saveChanges(client, rule, changes) : await createRule(client, body)
      showToast('Regra salva.', 'success')
      finish(after, changes)
    },
  })
  const { channels, isEnabled, isLawyerReviewed, severity } = form.values
  const errorOf = (field: string) => (form.errors[field] ? String(form.errors[field]) : undefined)
  const toggle = (value: string) => {
    const channel = value as Channel
    const isChosen = channels.includes(channel)
    const chosen = CHANNELS.filter((it) => (it === channel ? !isChosen : channels.includes(it)))
    form.setFieldValue('channels', chosen)
  }
  if (saved) return <ReachSheet rule={saved} onClose={onClose} />
  if (rule && isShowingVersions) {
    return (
      <RuleVersionsSheet
        rule={rule}
        isDirty={Object.keys(changesOf(initialValues, form.values)).length > 0}
        onRestored={(after, number) => {
          showToast(`Versão ${number} restaurada. A de antes continua guardada.`, 'success')
          finish(after, changesOf(initialValues, valuesOf(after)))
        }}
        onClose={() => setShowingVersions(false)}
      />
    )
  }
  return (
    <Sheet
      title={rule ? `Editar ${rule.title}` : 'Nova regra da casa'}
      isWide
      onDismiss={() => isSubmitting || onClose()}
    >
      <Stack as="form" gap={20} noValidate onSubmit={handleSubmit} className={classes.form}>
        {rule && (
          <Row gap={12} justify="between">
            <p className={text.hint}>
              Versão {rule.version}, de {formatMoment(rule.updatedAt)}
            </p>
            <Button size="sm" variant="default" onClick={() => setShowingVersions(true)}>
              Versões
            </Button>
          </Row>
        )}
        {rule && (
          <SwitchField
            label="Regra ligada"
            path="isEnabled"
            checked={isEnabled}
            onChange={(checked) => form.setFieldValue('isEnabled', checked)}
          >
            {isEnabled ? 'O Revisor procura.' : 'O Revisor não procura.'}
          </SwitchField>
        )}
        <ChoiceChips
          label="Peso"
          path="severity"
          options={SEVERITIES}
          labelOf={(it) => SEVERITY_NAMES[it as Severity]}
          value={severity}
          onChange={(it) => form.setFieldValue('severity', it as Severity)}
          error={errorOf('severity')}
        />
        <TextInput label="Nome" autoComplete="off" {...form.getInputProps('title')} />
        {(!rule || rule.isOwn) && <Phrases form={form} />}
        <Textarea label="Por quê" autosize minRows={2} maxRows={6} {...form.getInputProps('why')} />
        <Textarea
          label="O que fazer"
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps('suggestion')}
        />
        <CheckChips
          label="Onde vale"
          path="channels"
          options={CHANNEL_OPTIONS}
          value={channels}
          onToggle={toggle}
          error={errorOf('channels')}
        />
        <TextInput
          label="De onde vem"
          description="Lei, código ou política, com o artigo. Quem revisa lê isto no achado."
          autoComplete="off"
          {...form.getInputProps('source')}
        />
        <TextInput label="Endereço" type="url" autoComplete="off" {...form.getInputProps('sourceAddress')} />
        <TextInput
          label="Quando foi lida"
          type="date"
          error={errorOf('readAt')}
          data-path="readAt"
          value={form.values.readAt ?? ''}
          onChange={({ currentTarget }) => form.setFieldValue('readAt', currentTarget.value || null)}
        />
        <SwitchField
          label="Revisada por advogado"
          path="isLawyerReviewed"
          checked={isLawyerReviewed}
          onChange={(checked) => form.setFieldValue('isLawyerReviewed', checked)}
        >
          {isLawyerReviewed
            ? 'O achado diz que um advogado revisou.'
            : 'O achado diz que nenhum advogado revisou.'}
        </SwitchField>
        <FormAlert>{failure}</FormAlert>
        <Row gap={12}>
          <Button type="submit" loading={isSubmitting}>
            Salvar regra
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
        </Row>
      </Stack>
    </Sheet>
  )
}

type PhrasesProps = { form: ReturnType<typeof useContractForm<ReviewRuleForm, ReviewRuleForm>>['form'] }

/** Phrases as lines; empty lines count only while they are typed. */
function Phrases({ form }: PhrasesProps) {
  const lines = form.values.phrases.join('\n')
  const error = Object.entries(form.errors).find(([field]) => field.startsWith('phrases'))?.[1]
  return (
    <Textarea
      label="Frases"
      size="md"
      description={`Uma por linha, até ${REVIEW_LIMITS.phrases}. Maiúsculas e acentos não contam.`}
      autosize
      minRows={3}
      maxRows={10}
      data-path="phrases"
      error={error}
      value={lines}
      onChange={({ currentTarget }) =>
        form.setFieldValue('phrases', currentTarget.value === '' ? [] : currentTarget.value.split('\n'))
      }
    />
  )
}
