import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useRef } from 'react'
import { CHANNEL_NAMES } from '#client/entities/reviews/review-texts.ts'
import { useInsertAtCaret } from '#client/lib/browser/use-insert-at-caret.ts'
import { selectOptions } from '#client/lib/forms/select-options.ts'
import { SwitchField } from '#client/ui/forms/switch-field.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { HelpTip } from '#client/ui/overlays/help-tip.tsx'
import { LIMITS } from '#shared/limits.ts'
import type { Channel } from '#shared/revisor/rules.ts'
import { type AgentFields, fieldProps } from './field-props.ts'
import { FormSection } from './form-section.tsx'
import { ModelField } from './model-field.tsx'
import classes from './prompt-fields.module.css'
import { PROMPT_VARIABLES, unknownVariables } from './prompt-variables.ts'

const CHANNEL_OPTIONS = selectOptions(CHANNEL_NAMES)

type Props = AgentFields & {
  promptVersion: number | undefined
  onVersions: () => void
}

export function PromptFields({ form, promptVersion, onVersions }: Props) {
  const { systemPrompt, reviewsReplies, reviewChannel } = form.values
  const field = useRef<HTMLTextAreaElement>(null)
  const insert = useInsertAtCaret((text) => form.setFieldValue('systemPrompt', text))
  const unknown = unknownVariables(systemPrompt)
  return (
    <FormSection
      title="Instruções"
      lead="Quem o agente é, como trabalha, o que entrega e o que não faz. Só administradores leem isto."
      action={
        promptVersion !== undefined && (
          <button type="button" className={classes.versions} onClick={onVersions}>
            <IconHistory size={18} stroke={1.75} aria-hidden />
            Versão {promptVersion}
          </button>
        )
      }
    >
      <Stack>
        <Textarea
          aria-label="Instruções do agente"
          placeholder={EXAMPLE}
          aria-keyshortcuts="Control+S"
          spellCheck
          classNames={{ input: classes.text ?? '' }}
          {...fieldProps(form)('systemPrompt')}
          ref={field}
        />
        <Row gap={4} justify="between" className={classes.bar}>
          <Row gap={4} className={classes.variables}>
            <span>Inserir</span>
            {PROMPT_VARIABLES.map(({ name, text }) => (
              <button
                key={name}
                type="button"
                title={`Vira ${text}`}
                onClick={() => field.current && insert(field.current, `{{${name}}}`)}
              >
                {`{{${name}}}`}
              </button>
            ))}
            <InsertHelp />
          </Row>
          <p
            className={classes.count}
            data-over={systemPrompt.length > LIMITS.systemPromptLength || undefined}
          >
            {number.format(systemPrompt.length)} de {number.format(LIMITS.systemPromptLength)}
            <span className="visually-hidden"> caracteres</span>
          </p>
        </Row>
      </Stack>
      <p role="status" className={classes.warning}>
        {unknown.length > 0 &&
          `${unknown.map((name) => `{{${name}}}`).join(', ')} não existe: o agente lê exatamente assim, com as chaves.`}
      </p>
      <ModelField form={form} />
      <TextInput
        label="Mensagens por resposta"
        description={`Quantas mensagens do plano cada resposta gasta, de 1 a ${LIMITS.messageWeight}. Para um modelo mais caro, conte mais.`}
        inputMode="numeric"
        autoComplete="off"
        {...fieldProps(form)('messageWeight')}
      />
      <SwitchField
        label="Revisar as respostas"
        path="reviewsReplies"
        checked={reviewsReplies}
        onChange={(checked) => form.setFieldValue('reviewsReplies', checked)}
      >
        {reviewsReplies
          ? 'Embaixo de cada resposta pronta aparece quantos achados o Revisor tem nela. É um aviso: a resposta sai do mesmo jeito.'
          : 'O Revisor só olha uma resposta quando a pessoa pede.'}
      </SwitchField>
      {reviewsReplies && (
        <NativeSelect
          label="Onde as respostas vão sair"
          description="O Revisor usa as regras deste lugar, também quando a pessoa pede pelo menu da resposta."
          size="md"
          data={CHANNEL_OPTIONS}
          data-path="reviewChannel"
          value={reviewChannel}
          onChange={({ currentTarget }) =>
            form.setFieldValue('reviewChannel', currentTarget.value as Channel)
          }
        />
      )}
    </FormSection>
  )
}

const InsertHelp = () => (
  <span>
    <HelpTip about="o que dá para inserir">
      <dl>
        {PROMPT_VARIABLES.map(({ name, text }) => (
          <div key={name}>
            <dt>{`{{${name}}}`}</dt>
            <dd>vira {text}, a cada resposta.</dd>
          </div>
        ))}
      </dl>
      <p>
        Qualquer outro nome entre chaves fica como está. O que a pessoa contou do negócio e o que ela marcar
        com @ chegam ao agente sozinhos: não precisam de variável.
      </p>
    </HelpTip>
  </span>
)

const number = new Intl.NumberFormat('pt-BR')

const EXAMPLE = `Você é Clara, redatora sênior de páginas de venda.

## Como você trabalha
1. Pergunte o que falta saber.
2. …`
