import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { inHouse } from '#client/lib/browser/house.ts'
import { formatMomentInWords } from '#client/lib/text/sao-paulo-time.ts'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { WebhookEvent } from '#shared/contract/webhooks.ts'
import { LIMITS } from '#shared/limits.ts'
import classes from './webhook-page.module.css'
import { KINDS, nameOf, PARTS, PROVIDERS, WAITING } from './webhook-texts.ts'

export function WebhookFacts({ event }: { event: WebhookEvent }) {
  const { provider, type, externalId, schemaVersion, externalSubscriptionId, email, sold } = event
  return (
    <Stack as="dl" gap={16} className={classes.facts}>
      <Fact name="Comprador">{email ? <Others of={email} /> : sayNobody(event)}</Fact>
      <Fact name={inHouse('Assinatura no Elenco')}>
        <Subscription event={event} />
      </Fact>
      {sold.length > 0 && (
        <Fact name="O que vende">
          {sold.map((it) => (
            <span key={`${it.kind} ${it.externalId}`} className={classes.sold}>
              {nameOf(it)} <span className={text.soft}>({KINDS[it.kind].toLowerCase()})</span>
              <Code text={it.externalId} label="Copiar o código do que vende" />
            </span>
          ))}
        </Fact>
      )}
      {externalSubscriptionId && (
        <Fact name={`Assinatura ${PROVIDERS[provider].at}`}>
          <Code text={externalSubscriptionId} label="Copiar o código da assinatura" />
          <Link
            to="/app/admin/webhooks"
            search={{ q: externalSubscriptionId.slice(0, LIMITS.searchLength) }}
            hash={PARTS.events}
            className={classes.link}
          >
            Ver todos os eventos dela
          </Link>
        </Fact>
      )}
      <Fact name="Tipo">
        <code className={classes.code}>{type}</code>
        {schemaVersion && <span className={text.soft}> versão {schemaVersion}</span>}
      </Fact>
      <Fact name={`Código ${PROVIDERS[provider].at}`}>
        <Code text={externalId} label="Copiar o código do evento" />
      </Fact>
    </Stack>
  )
}

const sayNobody = ({ payload }: WebhookEvent) =>
  payload === null ? 'O e-mail foi apagado com o conteúdo.' : 'Não veio e-mail neste evento.'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const Code = ({ text, label }: { text: string; label: string }) => (
  <Row as="span" gap={4} wrap={false}>
    <code className={classes.code}>{text}</code>
    <CopyButton text={text} label={label} />
  </Row>
)

const Others = ({ of }: { of: string }) => (
  <>
    {of}{' '}
    <Link
      to="/app/admin/webhooks"
      search={{ q: of.slice(0, LIMITS.searchLength) }}
      hash={PARTS.events}
      className={classes.link}
    >
      Ver todos os eventos
    </Link>
  </>
)

const STATUSES: Record<NonNullable<WebhookEvent['subscription']>['status'], string> = {
  active: 'ativa',
  inactive: 'inativa',
  canceled: 'encerrada',
  expired: 'vencida',
}

function Subscription({ event: { subscription, waiting } }: { event: WebhookEvent }) {
  if (!subscription) return 'Nenhuma'
  const { plan, person, status, currentPeriodEnd } = subscription
  return (
    <>
      Plano {plan.displayName}, {STATUSES[status]}
      {currentPeriodEnd && `, período até ${formatMomentInWords(currentPeriodEnd)}`}
      {'. '}
      {person ? (
        <Link to="/app/admin/users/$userId/edit" params={{ userId: person.id }} className={classes.link}>
          {person.name}
        </Link>
      ) : (
        <span className={text.soft}>{waiting ? WAITING[waiting].why : 'Não é de nenhuma conta.'}</span>
      )}
    </>
  )
}
