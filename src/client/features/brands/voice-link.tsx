import { useQuery } from '@tanstack/react-query'
import { voiceQueries } from '#client/entities/business/brand-voice.api.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { BrandVoice } from '#shared/contract/brand-voice.ts'

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const stateOf = ({ samples, features, forbiddenWords }: BrandVoice): string =>
  samples + forbiddenWords.length === 0
    ? 'Ainda sem amostras.'
    : `${counted(samples, 'amostra', 'amostras')} e ${counted(forbiddenWords.length, 'palavra proibida', 'palavras proibidas')}. ${features ? 'Os agentes seguem esta voz.' : 'Com menos de três amostras, valem só as palavras proibidas.'}`

/** The state of a stored brand's voice, and the way to it. */
export function VoiceLink({ assetId }: { assetId: string }) {
  const voice = useQuery(voiceQueries.voice(assetId))
  return (
    <FieldGroup title="A voz em exemplos" lead="Textos reais ensinam mais do que adjetivos.">
      <Row gap={12}>
        <LinkButton to="/app/personalizacao/marcas/$assetId/voz" params={{ assetId }} variant="default">
          Abrir a voz da marca
        </LinkButton>
        {voice.data && <p className={text.hint}>{stateOf(voice.data)}</p>}
      </Row>
    </FieldGroup>
  )
}
