import { TextInput, type TextInputProps } from '@mantine/core';

type Props = Omit<TextInputProps, 'onChange'> & { readonly onChange: (value: string) => void };

export function TextField({ onChange, ...others }: Props) {
  return <TextInput {...others} onChange={(event) => onChange(event.currentTarget.value)} />;
}
