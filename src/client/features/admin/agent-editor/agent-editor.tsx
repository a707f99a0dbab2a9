import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { shortNameOf } from '#client/entities/agents/agent-name.tsx'
import { adminAgentQueries } from '#client/entities/agents/agents-admin.api.ts'
import { HouseCollectionsChoice } from '#client/entities/collections/house-collections-choice.tsx'
import { useSaveShortcut } from '#client/lib/browser/use-save-shortcut.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import { FormPage } from '#client/ui/forms/form-page.tsx'
import { SegmentedControl } from '#client/ui/forms/segmented-control.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { AdminAgent } from '#shared/contract/agents-admin.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import { photoPath } from '#shared/upload-addresses.ts'
import { AgentConflicts } from './agent-conflicts.tsx'
import classes from './agent-editor.module.css'
import type { AgentValues } from './agent-values.ts'
import { type AgentFields as FormFields, fieldErrorText } from './field-props.ts'
import { FormSection } from './form-section.tsx'
import { GalleryPreview } from './gallery-preview.tsx'
import { IdentityFields } from './identity-fields.tsx'
import { defaultModelText } from './model-field.tsx'
import { PromptFields } from './prompt-fields.tsx'
import { PublishField } from './publish-field.tsx'
import { ContextFields } from './required-context-fields.tsx'
import { SuggestionFields } from './suggestion-fields.tsx'
import { TestChat } from './test-chat.tsx'
import { type AgentFormState, useAgentForm } from './use-agent-form.ts'
import { useFormScroll } from './use-form-scroll.ts'

const VersionsSheet = lazy(() => import('./versions-sheet.tsx').then((it) => ({ default: it.VersionsSheet })))

type Props = {
  agent: AdminAgent | undefined
  initialValues: AgentValues
  userId: string
  /** Shown at the end of the toolbar. */
  actions?: ReactNode
  onSaved: (agent: AdminAgent) => void
}

const PANES = [
  { value: 'form', label: 'Editar' },
  { value: 'test', label: 'Testar' },
  { value: 'card', label: 'Na galeria' },
] as const
type Pane = (typeof PANES)[number]['value']
type Side = Exclude<Pane, 'form'>
const SIDES = PANES.filter((pane): pane is Extract<typeof pane, { value: Side }> => pane.value !== 'form')

export function AgentEditor({ agent, initialValues, userId, actions, onSaved }: Props) {
  const state = useAgentForm({ agent, initialValues, userId, onSaved })
  const [pane, setPane] = useState<Pane>('form')
  const [side, setSide] = useState<Side>(agent ? 'test' : 'card')
  const handlePane = (next: Pane) => {
    setPane(next)
    if (next !== 'form') setSide(next)
  }
  const editor = useFormScroll(pane === 'form')
  useSaveShortcut(() => {
    if (state.isDirty && !state.isSubmitting) state.handleSubmit()
  })
  return (
    <Stack gap={16} className={classes.page}>
      <Row wrap={false} className={classes.bar}>
        <Link to="/app/admin/agents" activeOptions={{ exact: true }} className={classes.back}>
          <IconArrowLeft size={20} aria-hidden />
          Agentes
        </Link>
        {actions}
      </Row>
      <SegmentedControl
        label="O que ver"
        options={PANES}
        value={pane}
        onChange={handlePane}
        className={classes.panes}
      />
      <div ref={editor} className={classes.editor} data-pane={pane}>
        <div className={classes.form}>
          <AgentFields agent={agent} state={state} />
        </div>
        <aside className={classes.side} aria-label="Ao lado do formulário">
          <SegmentedControl
            label="O que ver ao lado"
            options={SIDES}
            value={side}
            onChange={handlePane}
            className={classes.sides}
          />
          <SidePane values={state.form.values} side={side} />
        </aside>
      </div>
      <AgentConflicts state={state} />
    </Stack>
  )
}

const LEAD = 'Conte quem ele é, ensaie ao lado e publique quando gostar das respostas.'

type FieldsProps = { agent: AdminAgent | undefined; state: AgentFormState }

function AgentFields({ agent, state }: FieldsProps) {
  const { form, isDirty } = state
  const [isVersions, setVersions] = useState(false)
  const hasErrors = Object.keys(form.errors).length > 0
  const handleRestored = (now: AdminAgent, number: number) => {
    const typed = form.getValues().systemPrompt
    const isLost = typed !== state.base.values.systemPrompt
    state.takePrompt(now)
    setVersions(false)
    const text = `A versão ${number} das instruções está em uso de novo.`
    if (!isLost) return showToast(text, 'success')
    const onChoose = () => form.setFieldValue('systemPrompt', typed)
    showToast(text, 'success', { label: 'Pôr de volta o que eu escrevia', onChoose })
  }
  return (
    <>
      <FormPage
        title={agent ? `Editar ${shortNameOf(agent.name)}` : 'Novo agente'}
        {...(!agent && { lead: LEAD })}
        state={{
          ...state,
          failure: state.failure ?? (hasErrors ? 'Confira os campos marcados.' : undefined),
        }}
        isNew={!agent}
        submitLabel={submitText(form.values.isDraft, state.base.values.isDraft, agent)}
        list="/app/admin/agents"
        cancelLabel={agent ? 'Voltar' : 'Cancelar'}
        note={
          agent && (
            <p role="status" className={text.hint}>
              {isDirty ? 'Há mudanças por salvar.' : 'Tudo salvo.'}
            </p>
          )
        }
      >
        <IdentityFields form={form} />
        <PublishField form={form} />
        <PromptFields form={form} promptVersion={agent?.promptVersion} onVersions={() => setVersions(true)} />
        <SuggestionFields form={form} />
        <ContextFields form={form} />
        <CollectionsField form={form} />
      </FormPage>
      {agent && isVersions && (
        <Suspense>
          <VersionsSheet
            agentId={agent.id}
            version={state.base.version}
            typed={form.values.systemPrompt}
            onRestored={handleRestored}
            onClose={() => setVersions(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function CollectionsField({ form }: FormFields) {
  const at = Object.keys(form.errors).find((path) => path.split('.')[0] === 'collectionIds')
  return (
    <FormSection
      title="Acervo da casa"
      lead={`O material que ele lê para responder, até ${COLLECTION_LIMITS.collectionsPerAgent} coleções.`}
      action={<Link to="/app/admin/acervo">Cuidar do acervo</Link>}
    >
      <HouseCollectionsChoice
        value={form.values.collectionIds}
        onChange={(ids) => form.setFieldValue('collectionIds', ids)}
        error={at && fieldErrorText(form.errors[at])}
      />
    </FormSection>
  )
}

/** `wasDraft` is stored; a new agent is published unless it is kept as a draft. */
function submitText(isDraft: boolean, wasDraft: boolean, agent: AdminAgent | undefined): string {
  if (!agent) return isDraft ? 'Guardar rascunho' : 'Publicar agente'
  return wasDraft && !isDraft ? 'Salvar e publicar' : 'Salvar'
}

function SidePane({ values, side }: { values: AgentValues; side: Side }) {
  const models = useQuery(adminAgentQueries.models())
  const model = values.model.trim() || null
  return (
    <>
      <div className={classes.pane} hidden={side !== 'test'}>
        <TestChat
          agent={{
            name: values.name,
            systemPrompt: values.systemPrompt,
            model,
            collectionIds: values.collectionIds,
            photoUrl: photoPath(values.photoUrl),
            suggestions: values.promptRecommendations,
          }}
          modelName={model ?? defaultModelText(models.data)}
        />
      </div>
      {side === 'card' && (
        <div className={classes.pane}>
          <GalleryPreview values={values} />
        </div>
      )}
    </>
  )
}
