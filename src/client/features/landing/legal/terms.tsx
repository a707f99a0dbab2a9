import type { LegalText } from './legal-page.tsx'
import { TERMS_RULES } from './terms-rules.tsx'
import { TERMS_SERVICE } from './terms-service.tsx'

export const TERMS: LegalText = {
  title: 'Termos de uso',
  description: 'O que o Elenco faz, o que esperamos de você e o que você pode exigir, em português claro.',
  summary: (
    <p>
      O que o Elenco faz, o que esperamos de você e o que você pode exigir. Em resumo: o que você escreve é
      seu, a resposta de uma IA pode estar errada, o plano gratuito não custa nada e você sai quando quiser,
      levando tudo.
    </p>
  ),
  sections: [...TERMS_SERVICE, ...TERMS_RULES],
  other: { href: '/privacy', label: 'política de privacidade' },
}
