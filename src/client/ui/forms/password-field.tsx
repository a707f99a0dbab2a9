import { TextInput, type TextInputProps, UnstyledButton } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import iconButton from '#client/ui/buttons/icon-button.module.css'

type Props = Omit<TextInputProps, 'type' | 'rightSection'> & {
  /** Name of the secret in the button's label. */
  what?: string
}

export function PasswordField({ what = 'senha', ...props }: Props) {
  const [isVisible, setVisible] = useState(false)
  const Icon = isVisible ? IconEyeOff : IconEye
  return (
    <TextInput
      {...props}
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      rightSectionWidth={48}
      rightSectionPointerEvents="all"
      rightSection={
        <UnstyledButton
          className={iconButton.root}
          aria-label={`${isVisible ? 'Ocultar' : 'Mostrar'} ${what}`}
          onClick={() => setVisible(!isVisible)}
        >
          <Icon size={20} aria-hidden />
        </UnstyledButton>
      }
    />
  )
}
