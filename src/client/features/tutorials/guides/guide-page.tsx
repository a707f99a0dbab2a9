import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import textButton from '#client/ui/buttons/text-button.module.css'
import { StateMessage } from '#client/ui/feedback/state-message.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import { GuidePicture } from './guide-picture.tsx'
import classes from './guides.module.css'
import { GUIDES, type Guide, guideOf } from './guides.ts'

export function GuidePage({ slug }: { slug: string }) {
  const guide = guideOf(slug)
  usePageTitle(guide?.title ?? 'Guia')
  return guide ? (
    <Reading guide={guide} />
  ) : (
    <StateMessage
      isPage
      title="Não encontramos esse guia"
      actions={<LinkButton to="/app/tutoriais">Ver os tutoriais</LinkButton>}
    >
      O endereço pode ter mudado. Os guias estão todos na página de tutoriais.
    </StateMessage>
  )
}

function Reading({ guide }: { guide: Guide }) {
  const { title, lead, steps, action } = guide
  const next = GUIDES[GUIDES.indexOf(guide) + 1]
  return (
    <Stack as="article" gap={32} className={classes.page}>
      <Stack as="header" gap={8} align="start">
        <Link to="/app/tutoriais" className={`${textButton.root} ${classes.link}`}>
          <IconArrowLeft size={18} stroke={1.75} aria-hidden />
          Tutoriais
        </Link>
        <h1 className={text.title}>{title}</h1>
        <p className={text.lead}>{lead}</p>
      </Stack>
      <ol className={classes.steps}>
        {steps.map(({ title: name, text: body, picture, alt }, index) => (
          <li key={name} className={classes.step}>
            <Stack gap={8}>
              <p className={classes.number} aria-hidden>
                {index + 1}
              </p>
              <h2 className={classes.stepTitle}>{name}</h2>
              <p className={classes.body}>{body}</p>
            </Stack>
            <GuidePicture name={picture} alt={alt} isLazy={index > 0} />
          </li>
        ))}
      </ol>
      <Row gap={16} className={classes.end}>
        <LinkButton to={action.to}>{action.label}</LinkButton>
        {next && (
          <Link
            to="/app/tutoriais/guias/$guia"
            params={{ guia: next.slug }}
            className={`${textButton.root} ${classes.link}`}
          >
            A seguir: {next.title}
          </Link>
        )}
      </Row>
    </Stack>
  )
}
