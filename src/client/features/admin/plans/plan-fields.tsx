import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import columns from '#client/ui/forms/form-columns.module.css'
import { FormGroup } from '#client/ui/forms/form-group.tsx'
import { SwitchField } from '#client/ui/forms/switch-field.tsx'
import type { PlanForm } from '#shared/contract/plans-admin.ts'
import classes from './plan-form.module.css'
import { formatPersonCount } from './plan-texts.ts'
import { slugOf } from './plan-values.ts'

export type Fields = { form: UseFormReturnType<PlanForm> }

export function AboutFields({ form, isNew }: Fields & { isNew: boolean }) {
  const { name, displayName } = form.values
  return (
    <FormGroup title="O plano">
      <div className={columns.pair}>
        <TextInput
          label="Nome"
          description="Como as pessoas o conhecem."
          size="lg"
          name="displayName"
          autoComplete="off"
          {...form.getInputProps('displayName')}
          onChange={(event) => {
            const typed = event.currentTarget.value
            form.setFieldValue('displayName', typed)
            // While this field has the focus: on blur it would change under the cursor of who goes there.
            if (isNew && (name === '' || name === slugOf(displayName))) {
              form.setFieldValue('name', slugOf(typed))
            }
          }}
        />
        <TextInput
          label="Nome interno"
          description="Para relatórios e integrações."
          size="lg"
          name="name"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          {...form.getInputProps('name')}
        />
      </div>
      <Textarea
        label="Descrição (opcional)"
        description="Para quem é e o que muda na vida de quem assina. Uma ideia por linha."
        rows={3}
        size="lg"
        name="description"
        {...form.getInputProps('description')}
      />
      <TextInput
        label="Preço (opcional)"
        description="Como aparece na tela. O que se cobra é o que está na Hubla ou no Stripe."
        placeholder="R$ 97 por mês"
        size="lg"
        name="priceText"
        autoComplete="off"
        {...form.getInputProps('priceText')}
      />
    </FormGroup>
  )
}

type FigureProps = Fields & {
  name: 'monthlyMessageLimit' | 'dailyMessageLimit' | 'storageMegabytes' | 'passageLimit' | 'trialDays'
  label: string
  description: string
}

const FigureField = ({ form, name, ...told }: FigureProps) => (
  <TextInput
    {...told}
    size="lg"
    name={name}
    inputMode="numeric"
    autoComplete="off"
    className={classes.figure}
    {...form.getInputProps(name)}
  />
)

export function AccessFields({ form }: Fields) {
  const { allAgents } = form.values
  return (
    <FormGroup title="O que ele abre">
      <FigureField
        form={form}
        name="monthlyMessageLimit"
        label="Mensagens por mês"
        description="Recomeça no dia 1º, pelo horário de São Paulo. Quem usa a própria chave não gasta delas."
      />
      <FigureField
        form={form}
        name="dailyMessageLimit"
        label="Mensagens por dia (opcional)"
        description="De cada pessoa, além do limite do mês. Vazio: sem limite. Contam também as que falham."
      />
      <FigureField
        form={form}
        name="storageMegabytes"
        label="Espaço por pessoa, em MB"
        description="Conversas, documentos e anexos. 1.000 MB são 1 GB. O que a pessoa exclui conta até ser apagado de vez."
      />
      <FigureField
        form={form}
        name="passageLimit"
        label="Trechos no Acervo por pessoa"
        description="Um livro de 300 páginas tem cerca de 500. Quem já tem mais fica com eles e não junta outros."
      />
      <SwitchField
        label="Todos os agentes"
        checked={allAgents}
        path="allAgents"
        onChange={(checked) => form.setFieldValue('allAgents', checked)}
      >
        {allAgents
          ? 'Abre também os agentes com cadeado, menos os que escolhem os próprios planos.'
          : 'Abre os agentes sem cadeado e os que escolhem este plano, na tela de cada agente.'}
      </SwitchField>
    </FormGroup>
  )
}

export function SaleFields({ form }: Fields) {
  const { acceptsCoupons, stripePriceId } = form.values
  return (
    <FormGroup title="Onde se compra" lead="Basta um dos dois. Com os dois, quem assina paga pelo Stripe.">
      <TextInput
        label="Página de venda na Hubla (opcional)"
        placeholder="https://pay.hub.la/…"
        size="lg"
        name="checkoutUrl"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
        {...form.getInputProps('checkoutUrl')}
      />
      <TextInput
        label="Preço no Stripe (opcional)"
        description="O código que começa com price_, no painel do Stripe."
        placeholder="price_…"
        size="lg"
        name="stripePriceId"
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
        {...form.getInputProps('stripePriceId')}
      />
      {stripePriceId.trim() !== '' && (
        <>
          <FigureField
            form={form}
            name="trialDays"
            label="Dias de teste (opcional)"
            description="O Stripe pede o cartão na hora e só cobra quando o teste acaba. Vale uma vez, para quem nunca comprou um plano aqui."
          />
          <SwitchField
            label="Cupons do Stripe"
            checked={acceptsCoupons}
            path="acceptsCoupons"
            onChange={(checked) => form.setFieldValue('acceptsCoupons', checked)}
          >
            {acceptsCoupons
              ? 'A página de pagamento tem um campo para os códigos promocionais que você cria no painel do Stripe.'
              : 'Ligado, a página de pagamento aceita os códigos promocionais que você cria no painel do Stripe.'}
          </SwitchField>
        </>
      )}
    </FormGroup>
  )
}

export function ArchiveField({ form, people }: Fields & { people: number }) {
  const { isArchived } = form.values
  return (
    <SwitchField
      label="Fora de venda"
      checked={isArchived}
      path="isArchived"
      onChange={(checked) => form.setFieldValue('isArchived', checked)}
    >
      {isArchived
        ? `Ninguém mais o vê nem o assina. Quem já tem, fica: ${formatPersonCount(people).toLocaleLowerCase('pt-BR')}.`
        : 'Ligado, ninguém mais o vê nem o assina, e quem já tem fica com ele.'}
    </SwitchField>
  )
}
