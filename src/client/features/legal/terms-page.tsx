import { LegalPage } from './legal-page.tsx'
import { TERMS_RULES } from './terms-rules.tsx'
import { TERMS_SERVICE } from './terms-service.tsx'

export function TermsPage() {
  return (
    <LegalPage
      title="Termos de uso"
      summary={
        <p>
          O que o Elenco faz, o que esperamos de você e o que você pode exigir. Em resumo: o que você escreve
          é seu, a resposta de uma IA pode estar errada, o plano gratuito não custa nada e você sai quando
          quiser, levando tudo.
        </p>
      }
      sections={[...TERMS_SERVICE, ...TERMS_RULES]}
      other={{ to: '/privacy', label: 'política de privacidade' }}
    />
  )
}
