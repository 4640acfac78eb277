/** Scripts run on the Node that comes along as a package; where none fits the machine, the machine's own must do. */
export function requireNode24() {
  const [major] = process.versions.node.split('.').map(Number);
  if (major >= 24) return;
  process.stderr.write(
    `Portside needs Node 24. This is Node ${process.versions.node}, and no bundled one fits ${process.platform}-${process.arch}.\n` +
      'Please install Node 24 and run the command again.\n',
  );
  process.exit(1);
}
