import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useId } from 'react'
import { planOptions } from '#client/entities/billing/admin-plans.api.ts'
import { ChoiceChips } from '#client/ui/forms/choice-chips.tsx'
import columns from '#client/ui/forms/form-columns.module.css'
import { FormGroup } from '#client/ui/forms/form-group.tsx'
import type { NoticeForm, NoticeTone } from '#shared/contract/notices.ts'
import type { AdminPlan } from '#shared/contract/plans-admin.ts'
import { LIMITS } from '#shared/limits.ts'
import classes from './notice-form.module.css'
import { formatFormPeriod } from './notice-period.ts'
import { TONE_LABELS } from './notice-texts.ts'

type Fields = { form: UseFormReturnType<NoticeForm> }

const tones = Object.entries(TONE_LABELS) as [NoticeTone, string][]

export function WordFields({ form }: Fields) {
  const { content, tone } = form.values
  return (
    <FormGroup title="O recado">
      <Textarea
        label="Texto"
        description="Texto simples, direto ao ponto: as duas primeiras linhas são o que todo mundo lê."
        rows={4}
        size="lg"
        name="content"
        {...form.getInputProps('content')}
      />
      <p className={classes.count} data-over={content.trim().length > LIMITS.noticeLength || undefined}>
        {content.trim().length} de {LIMITS.noticeLength} caracteres
      </p>
      <ChoiceChips
        label="Tom"
        path="tone"
        options={tones.map(([, label]) => label)}
        value={TONE_LABELS[tone]}
        onChange={(chosen) =>
          form.setFieldValue('tone', tones.find(([, label]) => label === chosen)?.[0] ?? 'info')
        }
      />
      <div className={columns.pair}>
        <TextInput
          label="Texto do link (opcional)"
          placeholder="Ver o tutorial"
          size="lg"
          name="linkLabel"
          autoComplete="off"
          {...form.getInputProps('linkLabel')}
        />
        <TextInput
          label="Aonde leva"
          placeholder="/app/tutoriais"
          size="lg"
          name="linkUrl"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          {...form.getInputProps('linkUrl')}
        />
      </div>
    </FormGroup>
  )
}

export function AudienceFields({ form, plans }: Fields & { plans: readonly AdminPlan[] }) {
  return (
    <FormGroup title="Para quem">
      <NativeSelect
        label="Quem vê"
        size="lg"
        name="planId"
        data={[
          { value: '', label: 'Todo mundo' },
          ...plans.map((plan) => ({ value: plan.id, label: `Quem está no plano ${planOptions(plan)}` })),
        ]}
        {...form.getInputProps('planId')}
      />
    </FormGroup>
  )
}

export function PeriodFields({ form, isNew }: Fields & { isNew: boolean }) {
  const id = useId()
  const said = formatFormPeriod(form.values, isNew)
  return (
    <FormGroup title="Quando">
      <div className={columns.pair}>
        <TextInput
          type="datetime-local"
          label="Entra no ar"
          size="lg"
          name="startsAt"
          aria-describedby={id}
          {...form.getInputProps('startsAt')}
        />
        <TextInput
          type="datetime-local"
          label="Sai do ar (opcional)"
          size="lg"
          name="endsAt"
          aria-describedby={id}
          {...form.getInputProps('endsAt')}
        />
      </div>
      <p id={id} className={classes.said}>
        {said ? `${said}. ` : ''}Os horários são os de São Paulo.
      </p>
    </FormGroup>
  )
}
