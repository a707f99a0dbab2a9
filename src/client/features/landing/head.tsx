import { OPEN_PLACES } from '#shared/landing.ts'
import { QUESTIONS } from './faq-texts.ts'

const TITLE = 'Elenco: a equipe de IA que já conhece o seu infoproduto'
const DESCRIPTION =
  'Agentes de IA para quem cria e vende infoprodutos no Brasil. Conte uma vez o que você vende; páginas, roteiros, anúncios e mensagens saem com o seu negócio.'
const { appUrl } = OPEN_PLACES

/** Metadata for search engines and link previews. */
export function Head() {
  return (
    <>
      <title>{TITLE}</title>
      <meta name="description" content={DESCRIPTION} />
      <link rel="canonical" href={`${appUrl}/`} />
      <meta name="theme-color" content="#ff6a2b" />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content="pt_BR" />
      <meta property="og:site_name" content="Elenco" />
      <meta property="og:url" content={`${appUrl}/`} />
      <meta property="og:title" content={TITLE} />
      <meta property="og:description" content={DESCRIPTION} />
      <meta property="og:image" content={`${appUrl}/og.png`} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content="Elenco, com os retratos dos oito agentes lado a lado" />
      <meta name="twitter:card" content="summary_large_image" />
      {/* Data, which browsers do not run: the CSP allows it. */}
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own texts, in which no tag can be closed.
        dangerouslySetInnerHTML={{ __html: JSON.stringify(graph()).replaceAll('<', '\\u003c') }}
      />
    </>
  )
}

function graph() {
  const site = { '@id': `${appUrl}/#site` }
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'WebSite', ...site, url: `${appUrl}/`, name: 'Elenco', inLanguage: 'pt-BR' },
      {
        '@type': 'WebApplication',
        name: 'Elenco',
        url: `${appUrl}/`,
        description: DESCRIPTION,
        applicationCategory: 'BusinessApplication',
        operatingSystem: 'Web',
        inLanguage: 'pt-BR',
        image: `${appUrl}/og.png`,
        isPartOf: site,
      },
      {
        '@type': 'FAQPage',
        isPartOf: site,
        mainEntity: QUESTIONS.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer.join(' ') },
        })),
      },
    ],
  }
}
