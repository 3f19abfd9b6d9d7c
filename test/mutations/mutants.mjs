import ts from 'typescript';

/** Operators, and those that a mistake would put in their place. */
const OTHERS = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '+=': '-=',
  '*': '/',
};

/**
 * Returns every mechanical mutation of a source text: an operator, a boundary, a boolean, a string, a condition, a
 * default or a statement. Messages are skipped, and numbers too: most are sizes that tests cannot observe.
 * @returns {{ start: number, end: number, replacement: string }[]}
 */
export function mutantsOf(text) {
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true);
  const found = [];
  const replace = (node, replacement) => found.push({ start: node.getStart(), end: node.getEnd(), replacement });
  const negate = (node) => replace(node, `!(${node.getText()})`);

  function visit(node) {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken.getText();
      if (operator in OTHERS) replace(node.operatorToken, OTHERS[operator]);
      if (operator === '??') replace(node, node.left.getText());
    }
    if (ts.isIfStatement(node) || ts.isWhileStatement(node)) negate(node.expression);
    if (ts.isConditionalExpression(node)) negate(node.condition);
    if (ts.isExpressionStatement(node) || ts.isContinueStatement(node)) replace(node, ';');
    if (ts.isIfStatement(node) && node.elseStatement === undefined && !ts.isBlock(node.thenStatement))
      replace(node, ';');
    if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, 'false');
    if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, 'true');
    if (isMeaningful(node)) replace(node, `'mutant'`);
    ts.forEachChild(node, visit);
  }
  visit(source);
  return found;
}

/** Whether a node is a string that is neither prose nor a property name. */
function isMeaningful(node) {
  if (!ts.isStringLiteral(node) || node.text.includes(' ')) return false;
  return !(ts.isPropertyAssignment(node.parent) && node.parent.name === node);
}
