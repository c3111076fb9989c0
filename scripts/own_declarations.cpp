// SPDX-License-Identifier: Apache-2.0
// A check for clang-tidy that reports nothing: it has the others look at what the project declares, and not
// at what headers of the system do, where nothing is reported and most of the declarations are. scripts/tidy
// compiles it.
#include <clang-tidy/ClangTidyCheck.h>
#include <clang-tidy/ClangTidyModule.h>
#include <clang-tidy/ClangTidyModuleRegistry.h>
#include <clang/AST/ASTContext.h>
#include <clang/ASTMatchers/ASTMatchFinder.h>
#include <clang/Basic/SourceManager.h>
#include <vector>

namespace {

using clang::ast_matchers::MatchFinder;

class OwnDeclarations final : public clang::tidy::ClangTidyCheck {
  public:
    using ClangTidyCheck::ClangTidyCheck;

    void registerMatchers(MatchFinder* finder) override {
        finder->addMatcher(clang::ast_matchers::translationUnitDecl(), this);
    }

    /// The unit is matched before what it declares, and that is looked up only then.
    void check(const MatchFinder::MatchResult& match) override {
        const clang::SourceManager& sources = *match.SourceManager;
        std::vector<clang::Decl*> own;
        for (clang::Decl* declaration : match.Context->getTranslationUnitDecl()->decls()) {
            if (!sources.isInSystemHeader(sources.getExpansionLoc(declaration->getLocation())))
                own.push_back(declaration);
        }
        match.Context->setTraversalScope(own);
    }
};

class Module final : public clang::tidy::ClangTidyModule {
  public:
    void addCheckFactories(clang::tidy::ClangTidyCheckFactories& factories) override {
        factories.registerCheck<OwnDeclarations>("fabricmap-own-declarations");
    }
};

const clang::tidy::ClangTidyModuleRegistry::Add<Module> module("fabricmap", "");

}  // namespace
