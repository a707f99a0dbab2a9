import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { AdminReviewRule, RuleReach } from '#shared/contract/reviews.ts'
import { cutText, moreOwnText, placesText, reachText } from './reach-texts.ts'
import { ruleReachQuery } from './review-rules.api.ts'
import classes from './review-rules.module.css'

type Props = {
  /** A rule of the house, as it is saved. */
  rule: AdminReviewRule
  onClose: () => void
}

/** How many saved documents a rule concerns; of other people only the number. */
export function ReachSheet({ rule, onClose }: Props) {
  const query = useQuery(ruleReachQuery(rule))
  return (
    <Sheet title={`Documentos com ${rule.title}`} onDismiss={onClose}>
      {query.isError && !query.isFetching ? (
        <LoadError query={query} title="A regra está salva, mas os documentos não foram contados" />
      ) : (
        <p role="status">{query.data ? reachText(rule, query.data) : 'Contando os documentos salvos…'}</p>
      )}
      {query.data && <Details rule={rule} reach={query.data} />}
      <Row>
        <Button onClick={onClose}>Fechar</Button>
      </Row>
    </Sheet>
  )
}

function Details({ rule, reach }: { rule: AdminReviewRule; reach: RuleReach }) {
  const { own, documents, ownDocuments } = reach
  return (
    <Stack gap={12}>
      {own.length > 0 && (
        <Stack gap={8}>
          <h3 className={classes.name}>Os seus</h3>
          <Stack as="ul" gap={4} className={classes.titles}>
            {own.map(({ id, title }) => (
              <li key={id}>
                <Link
                  to="/app/personalizacao/documentos/$documentId/revisar"
                  params={{ documentId: id }}
                  className={classes.title}
                >
                  {title}
                </Link>
              </li>
            ))}
          </Stack>
          {moreOwnText(reach) && <p className={text.small}>{moreOwnText(reach)}</p>}
        </Stack>
      )}
      {documents > ownDocuments && (
        <p className={text.hint}>Das outras pessoas você vê só a quantidade, nunca o título nem o texto.</p>
      )}
      {documents > 0 && <p className={text.hint}>{placesText(rule)}</p>}
      {reach.isCut && <p className={text.hint}>{cutText(reach)}</p>}
    </Stack>
  )
}
