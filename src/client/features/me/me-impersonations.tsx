import { useInfiniteQuery } from '@tanstack/react-query'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatMoment } from '#client/lib/text/format.ts'
import { LoadMoreButton } from '#client/ui/buttons/load-more-button.tsx'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { Impersonation } from '#shared/contract/impersonations.ts'
import { meQueries } from './me.api.ts'
import classes from './me.module.css'
import { MeSection } from './me-section.tsx'
import { visitLength } from './visit-length.ts'

/** The visits of administrators to the user's account. */
export function MeImpersonations() {
  const list = useInfiniteQuery(meQueries.impersonations())
  const visits = list.data?.pages.flatMap((page) => page.items)
  return (
    <MeSection
      place="acessos"
      title="Acessos da administração"
      lead="Quando quem administra a casa entrou na sua conta, por quanto tempo e por quê."
    >
      {list.isPending && <Skeletons label="Carregando os acessos" heights={[72]} />}
      {list.isError && !visits && <LoadFailure query={list}>{errorText(list.error)}</LoadFailure>}
      {visits?.length === 0 && <p className={classes.soft}>A administração nunca entrou na sua conta.</p>}
      {visits && visits.length > 0 && (
        <ul aria-label="Acessos da administração" className={classes.sessions}>
          {visits.map((visit) => (
            <Visit key={visit.id} visit={visit} />
          ))}
        </ul>
      )}
      <LoadMoreButton list={list}>Mostrar mais</LoadMoreButton>
    </MeSection>
  )
}

function Visit({ visit: { administrator, reason, startedAt, endedAt } }: { visit: Impersonation }) {
  return (
    <Row as="li" gap={16} wrap={false} className={classes.session}>
      <Stack gap={4} className={classes.device}>
        <strong>{administrator ? `${administrator}, da administração` : 'A administração da casa'}</strong>
        <span className={classes.soft}>
          <time dateTime={startedAt}>{formatMoment(startedAt)}</time>
          {endedAt && ` · ${visitLength(startedAt, endedAt)}`}
        </span>
        <span>{reason}</span>
      </Stack>
      {!endedAt && <span className={text.pill}>Agora</span>}
    </Row>
  )
}
