import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { createQueryClient } from '../lib/api/query.ts';
import { storedColourScheme } from './theme/colour-scheme.ts';
import { resolveVariables, theme } from './theme/theme.ts';

const colourScheme = storedColourScheme();

export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveVariables}
        colorSchemeManager={colourScheme}
        defaultColorScheme="auto"
        deduplicateCssVariables={false}
      >
        {children}
      </MantineProvider>
    </QueryClientProvider>
  );
}
